package orderfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// Options say how a source's files are to be read. The zero value reads with the
// built-in profiles and the default limits.
type Options struct {
	Profile          *Profile // nil: of the built-in ones, that which the headings choose
	ExternalIDPrefix string   // put in front of every order number
	Limits           Limits
	Carrier          string           // "": the profile's default, nova_poshta in the generic one
	PaymentMethod    string           // "": the profile's default, prepaid in the generic one
	Words            lexicon.Overlay  // what the source's cells mean, before the profile's words
	Ignore           []string         // headings that are not read, whatever they hold
	Language         wording.Language // of the report's sentences; "": that of the file's headings
	Now              time.Time        // by which a planned day has come; zero: when the file is read
	Results          bool             // keep what a result file says of its rows, for Report.ResultOf
}

const (
	defaultCarrier = "nova_poshta"
	defaultPayment = "prepaid"
)

// Read reads the order file at path; name is what the report calls it. All that is
// wrong with the content is in the report: an error is trouble with reading the bytes,
// or ctx's.
func Read(ctx context.Context, path, name string, o Options) (*Report, error) {
	if o.Profile == nil {
		p, err := LoadProfile(templates.Open(""), Automatic)
		if err != nil {
			return nil, err
		}
		o.Profile = p
	}
	o.Limits = o.Limits.orDefaults()
	file, info, err := openRegular(path)
	if err != nil {
		return nil, fmt.Errorf("read order file %s: %w", name, err)
	}
	defer file.Close()
	limited, cancel := context.WithTimeout(ctx, o.Limits.Time)
	defer cancel()
	r := &reader{o: o, values: newValues(), report: newReport(name, o.Profile)}
	if err := r.read(limited, file, info.Size()); err != nil {
		return nil, fmt.Errorf("read order file %s: %w", name, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("read order file %s: %w", name, err)
	}
	r.report.finish(o.Language)
	return r.report, nil
}

// openRegular opens a file and nothing else: to open a named pipe would wait for ever.
func openRegular(path string) (*os.File, os.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return nil, nil, err
	}
	file, err := os.Open(path)
	return file, info, err
}

func newReport(name string, p *Profile) *Report {
	return &Report{File: name, Template: p.name, fixed: p.base == nil, resultAt: -1, ragged: map[int]bool{}, stray: map[int]bool{}}
}

// reader reads one file.
type reader struct {
	o       Options
	values  *values
	lexicon *lexicon.Lexicon
	words   *readWords
	report  *Report

	sheetName string // of a workbook
}

// read fills the report. Whatever a file makes the parsers do, a panic of theirs
// included, ends as a problem of this file.
func (r *reader) read(ctx context.Context, file *os.File, size int64) (err error) {
	defer func() {
		if p := recover(); p != nil {
			r.report.refuse(faultf(FileDamaged+".panic", fmt.Sprintf("%.80v", p)))
		}
	}()
	if size > r.o.Limits.Bytes {
		r.report.refuse(faultf(FileTooLarge+".bytes", r.o.Limits.Bytes/1_000_000))
		return nil
	}
	head := make([]byte, min(size, sniffed))
	if _, err := io.ReadFull(io.NewSectionReader(file, 0, size), head); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch sniff(head) {
	case contentZIP:
		r.readWorkbook(ctx, file, size)
	case contentCompound:
		r.report.refuse(compoundFault(file))
	case contentBareBIFF:
		r.report.refuse(legacyXLS())
	case contentOther:
		r.report.refuse(otherFault(head))
	default:
		data := make([]byte, size)
		if _, err := io.ReadFull(io.NewSectionReader(file, 0, size), data); err != nil && size > 0 {
			return err
		}
		r.readText(ctx, data)
	}
	return nil
}

// readText reads a delimited text.
func (r *reader) readText(ctx context.Context, data []byte) {
	report := r.report
	text, undecoded := decode(data)
	for _, f := range undecoded {
		report.refuse(f)
	}
	if len(undecoded) > 0 {
		return
	}
	f := markupFault(text.text)
	if !strings.ContainsFunc(text.text, func(r rune) bool { return !unicode.IsSpace(r) && !isZeroWidth(r) }) {
		f = faultf(FileEmpty)
	}
	if f != nil {
		report.refuse(f)
		return
	}
	if text.encoding != encodingWindows1251 && fileTwiceEncoded(text.text) {
		report.refuse(faultf(EncodingUnknown + ".twice"))
		return
	}
	t := findDelimiter(r.o.Profile, text, r.o.Limits)
	if t.known == 0 && t.sep == 0 {
		t = likelyDelimiter(r.o.Profile, text, r.o.Limits)
	}
	report.sketch = sketchOf(r.o.Profile, t.head)
	if t.known < leastKnown && holdsPage(text.text) {
		report.refuse(webPage())
		return
	}
	if t.encoding == encodingWindows1251 {
		if f := confirm1251(r.o.Profile, data, &t); f != nil {
			report.refuse(f)
			return
		}
	}
	report.Format, report.Encoding, report.Delimiter = FormatCSV, text.encoding, t.delimiter
	r.warnOfName()
	if t.fault != nil {
		report.refuse(t.fault)
		return
	}
	r.readTable(t.table(ctx, r.o.Limits))
}

func (r *reader) warnOfName() {
	if f := mismatch(r.report.File, r.report.Format); f != nil {
		r.report.refuse(f)
	}
}

// readWorkbook reads the one visible sheet with known headings.
func (r *reader) readWorkbook(ctx context.Context, file io.ReaderAt, size int64) {
	report := r.report
	w, f := openWorkbook(ctx, file, size, r.o.Limits)
	if f != nil {
		report.refuse(f)
		return
	}
	report.Format = FormatXLSX
	r.warnOfName()
	found, f := r.findSheet(ctx, w)
	if f != nil {
		report.refuse(f)
		return
	}
	r.sheetName = found.name
	report.sheetPart, report.sheetColumns, report.merges = found.part, found.columns, found.merges
	if n := len(found.rows); n > 0 {
		report.sheetLast = found.rows[n-1].number
	}
	r.readTable(found.table(ctx, r.o.Limits))
}

// foundSheet is a sheet that was read.
type foundSheet struct {
	sheet
	*sheetRows
	known bool // whether it has known headings
	fault *fault
}

// findSheet picks the order sheet of a workbook. Of the hidden sheets only the
// headings are asked for, and only where no visible one has any.
func (r *reader) findSheet(ctx context.Context, w *workbook) (foundSheet, *fault) {
	var known, other []foundSheet
	empty := true
	for _, s := range w.sheets {
		if s.hidden {
			continue
		}
		if len(known) > 1 {
			break // one more would say the same
		}
		one := r.readSheet(ctx, w, s)
		if one.fault != nil && one.fault.code != SheetDamaged {
			return one, one.fault
		}
		empty = empty && len(one.rows) == 0
		if one.known {
			known = append(known, one)
		} else {
			if r.report.sketch == nil && len(one.rows) > 0 {
				r.report.sketch = sketchOf(r.o.Profile, one.rows)
			}
			one.rows = one.rows[:min(len(one.rows), 1)]
			other = append(other, one)
		}
	}
	switch {
	case len(known) > 1:
		return foundSheet{}, faultf(SheetAmbiguous, show(known[0].name), show(known[1].name))
	case len(known) == 1:
		return known[0], known[0].fault
	}
	for _, s := range w.sheets {
		if !s.hidden {
			continue
		}
		if one := r.readSheet(ctx, w, s); one.known {
			return one, faultf(SheetHidden, show(s.name))
		}
	}
	for _, one := range other {
		if one.fault != nil {
			return one, one.fault
		}
	}
	if empty {
		r.report.refuse(faultf(FileEmpty + ".sheets"))
	}
	return foundSheet{}, headingsUnknown()
}

func (r *reader) readSheet(ctx context.Context, w *workbook, s sheet) foundSheet {
	rows, f := w.readSheet(ctx, s.part)
	known := r.o.Profile.findHeadings(rows.rows)
	return foundSheet{s, rows, known >= leastKnown, f}
}

func headingsUnknown() *fault {
	return faultf(HeadingsUnknown, headingRows)
}

// readTable makes orders of a table.
func (r *reader) readTable(t *table) {
	report, found := r.report, r.o.Profile.headingRow(t.head)
	report.sketch = newSketch(t.head, &found)
	switch {
	case found.known < leastKnown:
		report.refuse(headingsUnknown())
		return
	case found.rival != nil:
		report.refuse(twoTemplates(&found))
		return
	}
	r.use(found.profile)
	head := &found.row
	l, faults := found.profile.readLayout(head, r.o.Ignore...)
	for _, f := range faults {
		report.add(0, f.column, f.fault)
	}
	if len(faults) > 0 {
		return
	}
	report.headingRow, report.resultAt = head.number, l.resultAt
	b := newOrderBuilder(r, l, t)
	own := withoutResult(head, l.resultAt)
	b.unread = b.unreadColumns(&own)
	b.notes = b.noteColumns(&own)
	b.section = b.titleOf(r.sheetName)
	b.build(t)
}
