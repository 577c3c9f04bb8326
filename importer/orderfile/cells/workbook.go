package cells

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

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
