package cells

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
)

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
			w.indent(len(w.strings)-1, leadingBlanks(string(text)))
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

// indent keeps how many blanks stand before a string.
func (w *workbook) indent(index int, blanks uint8) {
	if blanks == 0 {
		return
	}
	if w.blanks == nil {
		w.blanks = map[int]uint8{}
	}
	w.blanks[index] = blanks
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
