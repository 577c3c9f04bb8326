package cells

import "encoding/xml"

// readStyles keeps the number format of every cell style, and whether its font is struck through.
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
			w.formats[len(w.formats)-1].struck = fonts.has(attribute(e, "fontId"))
		}
		return nil
	})
}
