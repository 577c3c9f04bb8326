package cells

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
)

// People call orders off by other means of a workbook than its cells: they strike a row through,
// or put a note on it. None of them is passed over. A row that a filter hides is refused as every
// hidden row is: whether it was put aside or only out of sight nobody can tell.

// struckFonts are the fonts of the styles that are struck through, by their place.
type struckFonts struct {
	count  int
	struck map[int]bool
}

func (s *struckFonts) note(e xml.StartElement, around []string) {
	n := len(around)
	switch {
	case e.Name.Local == "font" && n > 0 && around[n-1] == "fonts":
		s.count++
	case e.Name.Local == "strike" && n > 1 && around[n-1] == "font" && around[n-2] == "fonts" && isOn(attribute(e, "val")):
		if s.struck == nil {
			s.struck = map[int]bool{}
		}
		s.struck[s.count-1] = true
	}
}

func (s *struckFonts) has(id string) bool {
	n, err := strconv.Atoi(id)
	return err == nil && s.struck[n]
}

// struckRuns tells whether all runs of a string are struck through.
type struckRuns struct {
	struck, plain bool
	now           bool // the run being read is struck
}

func (r *struckRuns) note(s *xmlscan.Scanner, name string, taken bool) {
	switch {
	case s.Kind == xmlscan.Start && name == "r":
		r.now = false
	case s.Kind == xmlscan.Start && name == "strike" && s.Around(0) == "rPr":
		r.now = isOn(s.Attribute("val"))
	case s.Kind == xmlscan.Text && taken && strings.TrimSpace(string(s.Text)) != "":
		r.struck, r.plain = r.struck || r.now, r.plain || !r.now
	}
}

func (r *struckRuns) all() bool { return r.struck && !r.plain }

func (w *workbook) strike(index int) {
	if w.struck == nil {
		w.struck = map[int]bool{}
	}
	w.struck[index] = true
}
