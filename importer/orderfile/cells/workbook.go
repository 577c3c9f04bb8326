package cells

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
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
	formats  []numberFormat // by cell style
}

// listedSheet is one worksheet of a workbook.
type listedSheet struct {
	name, part string
	hidden     bool
}

// errUnpacked is a workbook that unpacks to more than its limit.
var errUnpacked = errors.New("the workbook unpacks to more than the limit")

// openWorkbook reads everything but the sheets.
func openWorkbook(ctx context.Context, file io.ReaderAt, size int64, limits Limits) (*workbook, *problem.Fault) {
	listing := &bounded{ReaderAt: file, left: limits.PartBytes}
	archive, err := zip.NewReader(listing, size)
	if errors.Is(err, errPart) || err == nil && len(archive.File) > limits.Parts {
		return nil, problem.Faultf(problem.FileTooLarge+".parts", limits.Parts)
	}
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, problem.Faultf(problem.FileTruncated + ".workbook")
	}
	listing.off = true
	w := &workbook{parts: map[string]*zip.File{}, limits: limits, left: limits.UnpackedBytes, volume: volume{limits: limits}}
	total := uint64(0)
	for _, f := range archive.File {
		name := PartName(f.Name)
		if _, twice := w.parts[name]; twice && !strings.HasSuffix(name, "/") {
			return nil, problem.Faultf(problem.FileDamaged+".twice", celltext.Show(name))
		}
		w.parts[name] = f
		if total += f.UncompressedSize64; f.UncompressedSize64 > uint64(limits.UnpackedBytes) || total > uint64(limits.UnpackedBytes) {
			return nil, unpacksTooLarge(limits)
		}
	}
	if w.parts["[content_types].xml"] == nil {
		return nil, w.otherArchive()
	}
	if w.parts["[content_types].xml"].Flags&1 != 0 {
		return nil, problem.Faultf(problem.FileEncrypted + ".archive")
	}
	if err := w.readParts(ctx); err != nil {
		return nil, w.damage(err)
	}
	return w, nil
}

func unpacksTooLarge(l Limits) *problem.Fault {
	return problem.Faultf(problem.FileTooLarge+".unpacked", l.UnpackedBytes/1_000_000)
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
	return problem.Faultf(problem.FileDamaged+".workbook", celltext.OneLine(err.Error()))
}

// PartName is a part's name as it is compared: small, without a leading slash.
func PartName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}

// readParts finds the workbook's part, and reads its sheets' names, strings and styles.
func (w *workbook) readParts(ctx context.Context) error {
	roots, err := w.relationships("")
	if err != nil {
		return err
	}
	for _, r := range roots {
		if r.is("officeDocument") {
			w.main = r.target
		}
	}
	if w.main == "" {
		return errors.New("it does not say which part is the workbook")
	}
	if strings.HasSuffix(strings.ToLower(w.main), ".bin") {
		return problem.Faultf(problem.FormatUnknown + ".xlsb")
	}
	if w.rels, err = w.relationships(w.main); err != nil {
		return err
	}
	if err := w.readSheetList(); err != nil {
		return err
	}
	for _, r := range w.rels {
		switch {
		case r.is("sharedStrings"):
			err = w.readStrings(ctx, r.target)
		case r.is("styles"):
			err = w.readStyles(r.target)
		}
		if err != nil {
			return err
		}
	}
	return w.checkLists()
}

// IsList knows the parts that list the others, which a result writes anew.
func IsList(part string) bool {
	return part == "[content_types].xml" || strings.HasSuffix(part, ".rels")
}

// checkLists makes sure that a result can be written: nothing may be posted of a
// workbook whose result would fail.
func (w *workbook) checkLists() error {
	for _, part := range slices.Sorted(maps.Keys(w.parts)) {
		if !IsList(part) {
			continue
		}
		r, err := w.unpackSmall(part)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, r)
		if err = errors.Join(err, r.Close()); err != nil {
			return fmt.Errorf("its part %s: %w", celltext.Show(part), err)
		}
	}
	return nil
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

func (w *workbook) readSheetList() error {
	targets := map[string]relationship{}
	for _, r := range w.rels {
		targets[r.id] = r
	}
	root := ""
	err := w.each(w.main, func(e xml.StartElement, around []string) error {
		switch {
		case len(around) == 0:
			root = e.Name.Local
		case e.Name.Local == "workbookPr":
			w.date1904 = truth(attribute(e, "date1904"))
		case e.Name.Local == "sheet" && around[len(around)-1] == "sheets":
			id := ""
			for _, a := range e.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					id = a.Value
				}
			}
			r, ok := targets[id]
			if !ok {
				return fmt.Errorf("it does not say where the sheet %s is", celltext.Show(attribute(e, "name")))
			}
			if r.is("worksheet") { // and not a chart
				state := attribute(e, "state")
				if len(w.sheets) == w.limits.Sheets {
					return problem.Faultf(problem.FileTooLarge+".sheets", w.limits.Sheets)
				}
				w.sheets = append(w.sheets, listedSheet{attribute(e, "name"), r.target, state == "hidden" || state == "veryHidden"})
			}
		}
		return nil
	})
	if err == nil && root != "workbook" {
		return problem.Faultf(problem.FormatUnknown + ".document")
	}
	if err == nil && len(w.sheets) == 0 {
		return errors.New("it has no sheet")
	}
	return err
}

// readStrings reads the table of shared strings: the text of each string's runs,
// without phonetic guides.
func (w *workbook) readStrings(ctx context.Context, part string) error {
	r, err := w.unpack(part)
	if err != nil {
		return err
	}
	defer r.Close()
	s := xmlscan.New(r)
	var text []byte
	taken := false
	var runs struckRuns
	kept := volume{limits: w.limits}
	for n := 0; ; n++ {
		if n%8192 == 0 && ctx.Err() != nil {
			return tooLong(w.limits)
		}
		err := s.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("its part %s: %w", celltext.Show(part), err)
		}
		name, around := xmlscan.LocalName(s.Name), s.Around(0)
		runs.note(s, name, taken)
		switch {
		case s.Kind == xmlscan.Text && taken:
			if text = append(text, s.Text...); len(text) > w.limits.CellBytes {
				return cellTooLarge(w.limits, string(text))
			}
		case s.Kind == xmlscan.Start && name == "t":
			taken = around == "si" || around == "r" && s.Around(1) == "si"
		case s.Kind == xmlscan.End && name == "t":
			taken = false
		case s.Kind == xmlscan.End && name == "si" && around == "sst":
			w.strings = append(w.strings, celltext.Clean(unescape(string(text))))
			if runs.all() {
				w.strike(len(w.strings) - 1)
			}
			runs = struckRuns{}
			if f := kept.add(string(text), 1); f != nil {
				return f
			}
			text = text[:0]
		}
	}
}

// unescape reads the _xHHHH_ form in which workbooks write control characters, and
// makes every line end one LF.
func unescape(text string) string {
	if !strings.Contains(text, "_x") {
		return lineFeeds(text)
	}
	var b strings.Builder
	for {
		at := strings.Index(text, "_x")
		if at < 0 || at+7 > len(text) {
			b.WriteString(text)
			return lineFeeds(b.String())
		}
		b.WriteString(text[:at])
		if r, err := strconv.ParseUint(text[at+2:at+6], 16, 16); err == nil && text[at+6] == '_' {
			b.WriteRune(rune(r))
			text = text[at+7:]
		} else {
			b.WriteString("_x")
			text = text[at+2:]
		}
	}
}
