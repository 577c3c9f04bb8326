package cells

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
)

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
