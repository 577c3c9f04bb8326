// Package packed builds files into the program as one ZIP archive, in which texts have a seventh
// of their size. A test of the package that embeds the archive packs the files anew and compares.
package packed

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is one file of an archive.
type File struct {
	Name string // as it was packed, with slashes: "maps/google.csv"
	Data []byte
}

// Files unpacks an archive; its files come in the order in which they were packed.
func Files(archive []byte) ([]File, error) {
	packed, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	var out []File
	for _, file := range packed.File {
		data, err := fs.ReadFile(packed, file.Name)
		if err != nil {
			return nil, err
		}
		out = append(out, File{Name: file.Name, Data: data})
	}
	return out, nil
}

// Pack reads the files of a pattern, as [filepath.Glob] finds them, and packs them. The same
// files give the same archive: it holds neither times nor permissions.
func Pack(pattern string) (archive []byte, files []File, err error) {
	names, err := filepath.Glob(pattern)
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	packed := zip.NewWriter(&out)
	packed.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, name := range names {
		file := File{Name: filepath.ToSlash(name)}
		if file.Data, err = os.ReadFile(name); err != nil {
			return nil, nil, err
		}
		w, err := packed.CreateHeader(&zip.FileHeader{Name: file.Name, Method: zip.Deflate})
		if err != nil {
			return nil, nil, err
		}
		if _, err := w.Write(file.Data); err != nil {
			return nil, nil, err
		}
		files = append(files, file)
	}
	if err := packed.Close(); err != nil {
		return nil, nil, err
	}
	return out.Bytes(), files, nil
}
