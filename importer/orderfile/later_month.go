package orderfile

import (
	"strconv"
	"strings"
	"time"
)

// notedDay finds a day whose month is written in letters: "15 грудня", "December 15". A day
// without a year is the next one.
func notedDay(text string, now time.Time) (time.Time, bool) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" ,;.!()\n\t", r) })
	for i, w := range words {
		month := monthOf(w)
		if month == 0 {
			continue
		}
		for _, at := range []int{i - 1, i + 1} {
			if at < 0 || at >= len(words) {
				continue
			}
			number := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(words[at], "th"), "-го"), "st")
			if day, err := strconv.Atoi(number); err == nil && day >= 1 && day <= 31 {
				return (&values{}).dayToCome(strconv.Itoa(day)+"."+strconv.Itoa(month), now)
			}
		}
	}
	return time.Time{}, false
}

// monthOf is the month that a word names, 0 where it names none.
func monthOf(w string) int {
	for i, names := range [...]string{"січня|января|january|jan", "лютого|февраля|february|feb", "березня|марта|march|mar", "квітня|апреля|april|apr",
		"травня|мая|may", "червня|июня|june|jun", "липня|июля|july|jul", "серпня|августа|august|aug", "вересня|сентября|september|sep",
		"жовтня|октября|october|oct", "листопада|ноября|november|nov", "грудня|декабря|december|dec"} {
		for _, name := range strings.Split(names, "|") {
			if w == name {
				return i + 1
			}
		}
	}
	return 0
}

// afterDay reports whether a note is nothing but a day after which the order is to be sent.
func (v *values) afterDay(text string) bool {
	const longest = 60
	return len(text) <= longest && v.after.MatchString(text)
}
