package cells

import (
	"math"
	"strconv"
	"strings"
	"time"
)

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

// asShown is a number as a person sees it, where its format says that it is no plain number.
func (f numberFormat) asShown(out Cell) Cell {
	switch {
	case f.percent:
		out.Text, out.Kind = timesHundred(out.Text)+"%", Text
	case f.unit != "":
		out.Text, out.Kind = out.Text+" "+f.unit, Text
	}
	out.Money = f.money
	return out
}

// timesHundred moves the point of a plain decimal number two places.
func timesHundred(plain string) string {
	sign := ""
	if rest, negative := strings.CutPrefix(plain, "-"); negative {
		sign, plain = "-", rest
	}
	whole, decimals, _ := strings.Cut(plain, ".")
	decimals += strings.Repeat("0", max(0, 2-len(decimals)))
	whole, decimals = strings.TrimLeft(whole+decimals[:2], "0"), strings.TrimRight(decimals[2:], "0")
	if whole == "" {
		whole = "0"
	}
	if decimals != "" {
		whole += "." + decimals
	}
	return sign + whole
}
