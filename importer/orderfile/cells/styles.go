package cells

import (
	"encoding/xml"
	"strconv"
)

// readStyles keeps the number format of every cell style, whether its font is struck through,
// how far it is indented, and what it looks like.
func (w *workbook) readStyles(part string) error {
	custom := map[string]numberFormat{} // parsed once: many styles may share a long one
	fonts := struckFonts{}
	return w.each(part, func(e xml.StartElement, around []string) error {
		fonts.note(e, around)
		switch {
		case e.Name.Local == "numFmt" && len(around) > 0 && around[len(around)-1] == "numFmts":
			custom[attribute(e, "numFmtId")] = parseFormat(attribute(e, "formatCode"))
		case e.Name.Local == "xf" && len(around) > 0 && around[len(around)-1] == "cellXfs":
			id := attribute(e, "numFmtId")
			if format, ok := custom[id]; ok {
				w.formats = append(w.formats, format)
			} else {
				w.formats = append(w.formats, builtinFormat(id))
			}
			last := &w.formats[len(w.formats)-1]
			last.struck, last.look = fonts.has(attribute(e, "fontId")), lookOf(attribute(e, "fontId"), attribute(e, "fillId"))
		case e.Name.Local == "alignment" && len(around) > 1 && around[len(around)-2] == "cellXfs":
			indent, _ := strconv.ParseUint(attribute(e, "indent"), 10, 8) // what is no number indents nothing
			w.formats[len(w.formats)-1].indent = uint8(indent)
		}
		return nil
	})
}

// lookOf is one number for a font and a fill, 0 for those of a plain cell.
func lookOf(font, fill string) uint32 {
	f, _ := strconv.ParseUint(font, 10, 16) // what is no number is the first one
	b, _ := strconv.ParseUint(fill, 10, 16)
	return uint32(f)<<16 | uint32(b)
}
