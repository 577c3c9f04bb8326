package orderfile

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
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

// isOn reads a switch that is on where nothing else is said.
func isOn(value string) bool { return value == "" || truth(value) }

// struckRuns tells whether all runs of a string are struck through.
type struckRuns struct {
	struck, plain bool
	now           bool // the run being read is struck
}

func (r *struckRuns) note(s *xmlScanner, name string, taken bool) {
	switch {
	case s.kind == xmlStart && name == "r":
		r.now = false
	case s.kind == xmlStart && name == "strike" && s.around(0) == "rPr":
		r.now = isOn(s.attribute("val"))
	case s.kind == xmlText && taken && strings.TrimSpace(string(s.text)) != "":
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

// isStruck reports whether a cell is struck through, by its style or as a whole text.
func (w *workbook) isStruck(c *rawCell) bool {
	if w.format(c.style).struck {
		return true
	}
	index, err := strconv.Atoi(strings.TrimSpace(c.value))
	return c.kind == "s" && err == nil && w.struck[index]
}

// cellNote is what somebody wrote on a cell.
type cellNote struct {
	cell, text string
}

// readNotes puts the notes of a sheet to its rows. A sheet without any has no part of them.
func (w *workbook) readNotes(ctx context.Context, part string, rows []row) error {
	dir, base := "", part
	if at := strings.LastIndexByte(part, '/'); at >= 0 {
		dir, base = part[:at+1], part[at+1:]
	}
	if w.parts[strings.ToLower(dir+"_rels/"+base+".rels")] == nil {
		return nil
	}
	links, err := w.relationships(part)
	if err != nil {
		return err
	}
	for _, link := range links {
		if (link.is("comments") || link.is("threadedComment")) && w.parts[strings.ToLower(link.target)] != nil {
			if err := w.readNotesPart(ctx, link.target, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *workbook) readNotesPart(ctx context.Context, part string, rows []row) error {
	r, err := w.unpackSmall(part)
	if err != nil {
		return err
	}
	defer r.Close()
	s := newXMLScanner(r)
	ref, text := "", []byte(nil)
	for n := 0; ; n++ {
		if n%8192 == 0 && ctx.Err() != nil {
			return tooLong(w.limits)
		}
		err := s.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("its part %s: %w", celltext.Show(part), err)
		}
		name := localName(s.name)
		isNote := name == "comment" || name == "threadedComment"
		switch {
		case s.kind == xmlStart && isNote:
			ref, text = s.attribute("ref"), text[:0]
		case s.kind == xmlText && ref != "":
			if text = append(text, s.text...); len(text) > w.limits.CellBytes {
				return cellTooLarge(w.limits, string(text))
			}
		case s.kind == xmlEnd && isNote:
			if f := w.volume.add(string(text), 1); f != nil {
				return f
			}
			addNote(rows, cellNote{ref, celltext.Clean(unescape(string(text)))})
			ref = ""
		}
	}
}

// addNote puts a note to the row of its cell; on a row with nothing in it, it says nothing.
func addNote(rows []row, n cellNote) {
	first, _, _ := strings.Cut(n.cell, ":")
	_, number, ok := parseRef(first)
	at, found := slices.BinarySearchFunc(rows, number, func(r row, number int) int { return r.number - number })
	if ok && found && n.text != "" {
		rows[at].notes = append(rows[at].notes, n)
	}
}
