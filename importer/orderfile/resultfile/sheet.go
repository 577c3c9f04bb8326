package resultfile

import (
	"archive/zip"
	"bufio"
	"errors"
	"io"
	"os"
	"path"
	"regexp"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
)

// writeSheetResult copies a workbook part by part, byte for byte, and puts the five
// cells into the rows of the order sheet. A library that rebuilds a workbook loses
// what it does not know; here nothing is touched but the rows, and macros are left out.
// Where kept is not nil, only the rows that it numbers stay under the headings.
func writeSheetResult(w io.Writer, file *os.File, from *Source, rows rowResults, kept map[int]int) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	archive, err := zip.NewReader(file, info.Size())
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return ErrChanged
	}
	buffered := bufio.NewWriterSize(w, 1<<16)
	out := zip.NewWriter(buffered)
	found := false
	left := newLeftOut(from.Sheet.Part, kept != nil)
	for _, f := range archive.File {
		name := cells.PartName(f.Name)
		switch {
		case name == cells.PartName(from.Sheet.Part):
			found = true
			err = rewritePart(out, f, func(part io.Reader, to io.Writer) error {
				return newSheetPatch(part, to, from, rows, kept).run()
			})
		case left.isPart(name):
			continue
		case cells.IsList(name):
			err = rewritePart(out, f, left.cleaner(name))
		default:
			err = out.Copy(f)
		}
		if err != nil {
			return err
		}
	}
	if !found {
		return ErrChanged
	}
	return errors.Join(out.Close(), buffered.Flush())
}

// rewritePart puts a changed part in place of an old one.
func rewritePart(out *zip.Writer, f *zip.File, change func(from io.Reader, to io.Writer) error) error {
	from, err := f.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := out.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: f.Modified})
	if err != nil {
		return err
	}
	return change(from, to)
}

// leftOut are the parts of a workbook that its result does not have: macros, which make
// an .xlsx of an .xlsm, and, where rows are left out, what names cells by their rows.
type leftOut struct {
	kind, override, link, sheetLink *regexp.Regexp
	sheetLinks                      string // the part that lists the links of the order sheet
	fewerRows                       bool
}

func newLeftOut(sheetPart string, fewerRows bool) leftOut {
	parts, links := `vba[^<>]*?`, `vbaProject|wordVbaData|vbaProjectSignature`
	if fewerRows { // the formulas are left out too, and a list of cells that have none damages the workbook
		parts, links = `(vba|calcChain)[^<>]*?`, links+`|calcChain`
	}
	part := cells.PartName(sheetPart)
	link := func(kinds string) *regexp.Regexp {
		return regexp.MustCompile(`<(\w+:)?Relationship\s[^<>]*/(` + kinds + `)["'][^<>]*?(/>|>\s*</(\w+:)?Relationship>)`)
	}
	return leftOut{
		kind:       regexp.MustCompile(`application/vnd\.ms-excel\.(sheet|template)\.macroEnabled\.main\+xml`),
		override:   regexp.MustCompile(`<(\w+:)?Override\s[^<>]*PartName\s*=\s*["'][^"'<>]*/` + parts + `(/>|>\s*</(\w+:)?Override>)`),
		link:       link(links),
		sheetLink:  link(`comments|threadedComment|vmlDrawing|table|queryTable|pivotTable`),
		sheetLinks: path.Join(path.Dir(part), "_rels", path.Base(part)+".rels"),
		fewerRows:  fewerRows,
	}
}

func (l leftOut) isPart(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, "vbaproject") || base == "vbadata.xml" || strings.HasPrefix(base, "vbaprojectsignature") ||
		l.fewerRows && base == "calcchain.xml"
}

// cleaner takes what is left out from a list of parts or links.
func (l leftOut) cleaner(name string) func(from io.Reader, to io.Writer) error {
	return func(from io.Reader, to io.Writer) error {
		data, err := io.ReadAll(from)
		if err != nil {
			return err
		}
		data = l.kind.ReplaceAll(data, []byte("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"))
		data = l.override.ReplaceAll(data, nil)
		data = l.link.ReplaceAll(data, nil)
		if l.fewerRows && name == l.sheetLinks {
			data = l.sheetLink.ReplaceAll(data, nil)
		}
		_, err = to.Write(data)
		return err
	}
}
