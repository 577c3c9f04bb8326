package cells

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"time"
)

// numberFormat is what a cell style says about the number in the cell.
type numberFormat struct {
	date    bool
	zeros   uint8 // digits of a format of zeros alone
	percent bool
	money   bool   // it shows the hryvnia
	unit    string // another currency or a unit of weight that it shows
	struck  bool   // its font is struck through
}

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

// builtinFormat knows the dates among the formats that workbooks name by number only.
func builtinFormat(id string) numberFormat {
	n, err := strconv.Atoi(id)
	date := err == nil && (n >= 14 && n <= 22 || n >= 27 && n <= 36 || n >= 45 && n <= 47 || n >= 50 && n <= 58)
	return numberFormat{date: date, percent: n == 9 || n == 10}
}

// parseFormat looks for what makes a format a date: a letter of days, months, years,
// hours or seconds outside quotes, escapes and brackets, or a bracket of elapsed time.
func parseFormat(code string) numberFormat {
	if len(code) > 0 && len(code) < 100 && strings.Trim(code, "0") == "" {
		return numberFormat{zeros: uint8(len(code))}
	}
	if isDateFormat(code) {
		return numberFormat{date: true}
	}
	return shownWith(code)
}

func isDateFormat(code string) bool {
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '"':
			end := strings.IndexByte(code[i+1:], '"')
			if end < 0 {
				return false
			}
			i += end + 1
		case '\\', '_', '*':
			i++
		case '[':
			end := strings.IndexByte(code[i:], ']')
			if end < 0 {
				return false
			}
			if inner := strings.ToLower(code[i+1 : i+end]); inner != "" && strings.Trim(inner, "hms") == "" {
				return true
			}
			i += end
		case ';': // the sections after the first are for negative numbers, zero and text
			return false
		case 'd', 'm', 'y', 'h', 's', 'D', 'M', 'Y', 'H', 'S':
			return true
		}
	}
	return false
}

// plainNumber writes a cell's number as plain decimal text with the 15 digits that a
// spreadsheet keeps: no exponent, and no decimals where it is whole.
func plainNumber(raw string) (string, bool) {
	value, err := strconv.ParseFloat(strings.TrimSpace(raw), 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) || math.Abs(value) > 1e300 {
		return "", false
	}
	if value == 0 {
		return "0", true
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'e', 14, 64), 64)
	if err != nil {
		return "", false
	}
	text := strconv.FormatFloat(rounded, 'f', -1, 64)
	return text, true
}

// dateText writes a serial day as YYYY-MM-DD, with HH:MM where it has a time; false
// where no calendar shows the number.
func dateText(plain string, date1904 bool) (string, bool) {
	serial, err := strconv.ParseFloat(plain, 64)
	if err != nil || serial < 0 || serial >= 2958466 {
		return "", false
	}
	seconds := int64(math.Round(serial * 86400))
	days, second := seconds/86400, seconds%86400
	clock := time.Unix(second, 0).UTC().Format("15:04")
	var day time.Time
	switch {
	case date1904:
		day = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(days))
	case days == 0 && second > 0: // a time of the day alone
		return clock, true
	case days == 60: // the day that 1900 did not have and that spreadsheets count
		return strings.TrimSuffix("1900-02-29 "+clock, " 00:00"), true
	case days < 60:
		day = time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(days))
	default:
		day = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(days))
	}
	text := day.Format("2006-01-02")
	if second > 0 {
		text += " " + clock
	}
	return text, true
}
