package cells

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

// isOn reads a switch that is on where nothing else is said.
func isOn(value string) bool { return value == "" || truth(value) }

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

// isStruck reports whether a cell is struck through, by its style or as a whole text.
func (w *workbook) isStruck(c *rawCell) bool {
	if w.format(c.style).struck {
		return true
	}
	index, err := strconv.Atoi(strings.TrimSpace(c.value))
	return c.kind == "s" && err == nil && w.struck[index]
}

// Note is what somebody wrote on a cell.
type Note struct {
	Cell, Text string
}

// readNotes puts the notes of a sheet to its rows. A sheet without any has no part of them.
func (w *workbook) readNotes(ctx context.Context, part string, rows []Row) error {
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

func (w *workbook) readNotesPart(ctx context.Context, part string, rows []Row) error {
	r, err := w.unpackSmall(part)
	if err != nil {
		return err
	}
	defer r.Close()
	s := xmlscan.New(r)
	ref, text := "", []byte(nil)
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
		name := xmlscan.LocalName(s.Name)
		isNote := name == "comment" || name == "threadedComment"
		switch {
		case s.Kind == xmlscan.Start && isNote:
			ref, text = s.Attribute("ref"), text[:0]
		case s.Kind == xmlscan.Text && ref != "":
			if text = append(text, s.Text...); len(text) > w.limits.CellBytes {
				return cellTooLarge(w.limits, string(text))
			}
		case s.Kind == xmlscan.End && isNote:
			if f := w.volume.add(string(text), 1); f != nil {
				return f
			}
			addNote(rows, Note{ref, celltext.Clean(unescape(string(text)))})
			ref = ""
		}
	}
}

// addNote puts a note to the row of its cell; on a row with nothing in it, it says nothing.
func addNote(rows []Row, n Note) {
	first, _, _ := strings.Cut(n.Cell, ":")
	_, number, ok := ParseRef(first)
	at, found := slices.BinarySearchFunc(rows, number, func(r Row, number int) int { return r.Number - number })
	if ok && found && n.Text != "" {
		rows[at].Notes = append(rows[at].Notes, n)
	}
}
