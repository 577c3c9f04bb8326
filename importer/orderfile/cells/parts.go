package cells

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// workbook is an XLSX file opened for reading. It is read by code of our own because
// a misplaced cell is a wrong parcel: the library that writes our workbooks fuses rows
// of one number and moves cells that are out of order.
type workbook struct {
	parts  map[string]*zip.File // by name in lower case, without a leading slash
	main   string               // the workbook's own part
	rels   []relationship       // of main
	sheets []listedSheet
	limits Limits
	left   int64  // bytes that may still be unpacked
	volume volume // of the sheets that were read

	date1904 bool
	strings  []string
	struck   map[int]bool   // those of the strings that are struck through as a whole
	blanks   map[int]uint8  // before those of the strings that have some
	formats  []numberFormat // by cell style
}

// listedSheet is one worksheet of a workbook.
type listedSheet struct {
	name, part string
	hidden     bool
}

// errUnpacked is a workbook that unpacks to more than its limit.
var errUnpacked = errors.New("the workbook unpacks to more than the limit")

func unpacksTooLarge(l Limits) *problem.Fault {
	return problem.Faultf(problem.FileTooLarge+".unpacked", wording.Megabytes(l.UnpackedBytes))
}

// damage is the fault for an error from inside a workbook.
func (w *workbook) damage(err error) *problem.Fault {
	switch {
	case errors.Is(err, errUnpacked):
		return unpacksTooLarge(w.limits)
	case errors.Is(err, errPart), errors.Is(err, xmlscan.ErrToken):
		return problem.Faultf(problem.FileTooLarge + ".part")
	}
	if f, ok := errors.AsType[*problem.Fault](err); ok {
		return f
	}
	return problem.Faultf(problem.FileDamaged+".workbook", celltext.SingleSpaced(err.Error()))
}

// PartName is a part's name as it is compared: small, without a leading slash.
func PartName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}

// IsList knows the parts that list the others, which a result writes anew.
func IsList(part string) bool {
	return part == "[content_types].xml" || strings.HasSuffix(part, ".rels")
}

// unpack opens a part, within what the workbook may still unpack.
func (w *workbook) unpack(part string) (io.ReadCloser, error) {
	f := w.parts[strings.ToLower(part)]
	if f == nil {
		return nil, fmt.Errorf("its part %s is missing", celltext.Show(part))
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("its part %s: %w", celltext.Show(part), err)
	}
	return &unpacking{r, w}, nil
}

// errPart is a part of more bytes than its kind ever has.
var errPart = errors.New("a part is larger than the limit")

// unpackSmall opens a part that is held in memory as a whole, or nearly so.
func (w *workbook) unpackSmall(part string) (io.ReadCloser, error) {
	r, err := w.unpack(part)
	if err != nil {
		return nil, err
	}
	return &smallPart{r, w.limits.PartBytes}, nil
}

type smallPart struct {
	io.ReadCloser
	left int64
}

func (s *smallPart) Read(b []byte) (int, error) {
	n, err := s.ReadCloser.Read(b)
	if s.left -= int64(n); s.left < 0 {
		return 0, errPart
	}
	return n, err
}

// bounded lets only so much of a file be read while its directory is: the library keeps
// all of it, and believes what the file says of its length.
type bounded struct {
	io.ReaderAt
	left int64
	off  bool // no longer
}

func (b *bounded) ReadAt(p []byte, at int64) (int, error) {
	if !b.off {
		if b.left -= int64(len(p)); b.left < 0 {
			return 0, errPart
		}
	}
	return b.ReaderAt.ReadAt(p, at)
}

// unpacking counts what is read against the workbook's limit.
type unpacking struct {
	io.ReadCloser
	w *workbook
}

func (u *unpacking) Read(b []byte) (int, error) {
	n, err := u.ReadCloser.Read(b)
	if u.w.left -= int64(n); u.w.left < 0 {
		return 0, errUnpacked
	}
	return n, err
}

// relationship is one link from a part to another.
type relationship struct {
	id, kind, target string
}

// is compares the last word of the type: the strict form has another namespace.
func (r relationship) is(kind string) bool { return strings.HasSuffix(r.kind, "/"+kind) }

// relationships reads what a part links to; "" stands for the package itself.
func (w *workbook) relationships(part string) ([]relationship, error) {
	dir, base := path.Split(part)
	var out []relationship
	err := w.each(path.Join(dir, "_rels", base+".rels"), func(e xml.StartElement, _ []string) error {
		if e.Name.Local != "Relationship" || attribute(e, "TargetMode") == "External" {
			return nil
		}
		target := strings.ReplaceAll(attribute(e, "Target"), `\`, "/")
		if rest, absolute := strings.CutPrefix(target, "/"); absolute {
			target = path.Clean(rest)
		} else {
			target = path.Join(dir, target)
		}
		out = append(out, relationship{attribute(e, "Id"), attribute(e, "Type"), target})
		return nil
	})
	return out, err
}

// each calls visit for every element of a small part with the names of the elements
// around it.
func (w *workbook) each(part string, visit func(e xml.StartElement, around []string) error) error {
	r, err := w.unpackSmall(part)
	if err != nil {
		return err
	}
	defer r.Close()
	d := xml.NewDecoder(r)
	var around []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && len(around) == 0 && d.InputOffset() > 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("its part %s: %w", celltext.Show(part), err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := visit(t, around); err != nil {
				return err
			}
			around = append(around, t.Name.Local)
		case xml.EndElement:
			around = around[:max(0, len(around)-1)]
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// truth reads an XML boolean.
func truth(text string) bool { return text == "1" || text == "true" || text == "on" }

// isOn reads a switch that is on where nothing else is said.
func isOn(value string) bool { return value == "" || truth(value) }
