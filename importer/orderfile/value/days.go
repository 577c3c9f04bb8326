package value

import (
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
)

// DayBegun is the beginning of a time's day as its own clock shows it, in UTC.
func DayBegun(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// DayToCome is the day that a word of a note names; a day without a year is the next one.
func (v *Reader) DayToCome(text string, now time.Time) (time.Time, bool) {
	if day, ok := v.DayOf(cells.Cell{Text: text}); ok {
		return day, true
	}
	day, err := time.Parse("2.1", text)
	if err != nil {
		return time.Time{}, false
	}
	today := DayBegun(now)
	day = time.Date(today.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC)
	const halfYear = 180 * 24 * time.Hour
	if today.Sub(day) > halfYear {
		day = day.AddDate(1, 0, 0)
	}
	return day, true
}

// DayOf is the day that a cell names; two digits of a day and a month that could be either
// are read as in Ukraine. The notations are those that people type; statements of banks have others.
func (v *Reader) DayOf(c cells.Cell) (time.Time, bool) {
	text, _, _ := strings.Cut(strings.Replace(c.Text, "T", " ", 1), " ")
	text = strings.TrimRight(text, ",")
	for _, layout := range []string{"2006-01-02", "02.01.2006", "2.1.2006", "02.01.06", "02/01/2006", "2006/01/02", "2006.01.02", "02-01-2006"} {
		if day, err := time.Parse(layout, text); err == nil {
			return day, true
		}
	}
	return time.Time{}, false
}

// NotedDay finds a day whose month is written in letters: "15 грудня", "December 15". A day
// without a year is the next one.
func NotedDay(text string, now time.Time) (time.Time, bool) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" ,;.!()\n\t", r) })
	for i, w := range words {
		month := lexicon.MonthOf(w)
		if month == 0 {
			continue
		}
		for _, at := range []int{i - 1, i + 1} {
			if at < 0 || at >= len(words) {
				continue
			}
			number := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(words[at], "th"), "-го"), "st")
			if day, err := strconv.Atoi(number); err == nil && day >= 1 && day <= 31 {
				return (&Reader{}).DayToCome(strconv.Itoa(day)+"."+strconv.Itoa(month), now)
			}
		}
	}
	return time.Time{}, false
}

// AfterDay reports whether a note is nothing but a day after which the order is to be sent.
func (v *Reader) AfterDay(text string) bool {
	const longest = 60
	return len(text) <= longest && v.after.MatchString(text)
}
