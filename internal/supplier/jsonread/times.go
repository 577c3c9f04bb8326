package jsonread

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/oneline"
)

// Times is how points in time are written. The zero value is RFC 3339.
type Times struct {
	Layouts []string       // of package time; none: epoch
	Epoch   time.Duration  // the unit of a number since 1970: second or millisecond; 0: layouts
	Zone    *time.Location // of layouts without an offset
	Shown   string         // for errors
}

// The words for a way to write times.
const (
	TimesRFC3339 = "rfc3339"
	ShownRFC3339 = "2006-01-02T15:04:05Z"
	timesEpoch   = "epoch"
	timesMillis  = "epoch_ms"
)

// Add adds a layout, or a word for one; alone says that no other stands beside it.
func (t *Times) Add(text string, alone bool) error {
	switch text {
	case TimesRFC3339:
		t.Layouts = append(t.Layouts, time.RFC3339)
		return nil
	case timesEpoch, timesMillis:
		if !alone {
			return fmt.Errorf("%s stands alone: a number has one meaning only", text)
		}
		t.Epoch = time.Second
		if text == timesMillis {
			t.Epoch = time.Millisecond
		}
		return nil
	}
	layout, err := goLayout(text)
	t.Layouts = append(t.Layouts, layout)
	return err
}

// goLayout turns YYYY-MM-DD HH:mm:ss into the layout of package time.
func goLayout(text string) (string, error) {
	words := []struct{ ours, theirs string }{
		{"YYYY", "2006"}, {"YY", "06"}, {"MM", "01"}, {"DD", "02"}, {"HH", "15"}, {"mm", "04"}, {"ss", "05"}, {"ZZ", "Z07:00"},
	}
	var b strings.Builder
	year := false
next:
	for i := 0; i < len(text); {
		for _, word := range words {
			if strings.HasPrefix(text[i:], word.ours) {
				b.WriteString(word.theirs)
				year = year || word.theirs == "2006" || word.theirs == "06"
				i += len(word.ours)
				continue next
			}
		}
		switch c := text[i]; {
		case c == 'S':
			n := len(text[i:]) - len(strings.TrimLeft(text[i:], "S"))
			if !strings.HasSuffix(text[:i], ".") && !strings.HasSuffix(text[:i], ",") || n > 9 {
				return "", fmt.Errorf("layout %q: want parts of a second as .S up to .SSSSSSSSS", oneline.Clean(text, 60))
			}
			b.WriteString(strings.Repeat("0", n))
			i += n
		case c >= '0' && c <= '9' || c == '_':
			return "", fmt.Errorf("layout %q: a digit would be taken for a part of the date: want letters such as YYYY-MM-DD HH:mm:ss", oneline.Clean(text, 60))
		case c == 'T' || c == 'Z' || c < 'A' || c > 'z' || c > 'Z' && c < 'a':
			b.WriteByte(c)
			i++
		default:
			return "", fmt.Errorf("layout %q: %q has no meaning: want YYYY, YY, MM, DD, HH, mm, ss, SSS, ZZ and signs between them, or rfc3339, epoch, epoch_ms", oneline.Clean(text, 60), c)
		}
	}
	if !year {
		return "", fmt.Errorf("layout %q: the year is missing (YYYY or YY)", oneline.Clean(text, 60))
	}
	return b.String(), nil
}

// Parse reads a point in time, a text or a number, and gives it in UTC.
func (t Times) Parse(text string) (time.Time, error) {
	if t.Epoch != 0 {
		return t.since1970(text)
	}
	if at, ok := t.plain(text); ok {
		return at, nil
	}
	var failed error
	for _, layout := range t.Layouts {
		parsed, err := time.ParseInLocation(layout, text, t.Zone)
		if err == nil {
			return parsed.UTC(), nil
		}
		failed = err
	}
	return time.Time{}, failed
}

// plain reads the commonest of all layouts, YYYY-MM-DD HH:mm:ss in UTC, faster than a
// parser of any layout does; false: that one has to look at it.
func (t Times) plain(text string) (at time.Time, ok bool) {
	if len(text) != len(time.DateTime) || t.Layouts[0] != time.DateTime || t.Zone != time.UTC {
		return at, false
	}
	var n [6]int // year to second
	part := 0
	for i := range len(text) {
		if mark := time.DateTime[i]; mark == '-' || mark == ' ' || mark == ':' {
			if part++; text[i] != mark {
				return at, false
			}
			continue
		}
		digit := text[i] - '0'
		if digit > 9 {
			return at, false
		}
		n[part] = 10*n[part] + int(digit)
	}
	if n[1] < 1 || n[1] > 12 || n[2] < 1 || n[2] > 28 || n[3] > 23 || n[4] > 59 || n[5] > 59 {
		return at, false // the ends of months are for the parser
	}
	return time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC), true
}

var errEpoch = errors.New("not a time since 1970")

// since1970 reads whole units and a fraction of up to nanoseconds, without a float.
func (t Times) since1970(text string) (time.Time, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	units, err := strconv.ParseInt(whole, 10, 64)
	const far = 100_000_000_000 // seconds until the year 5138, milliseconds until 1973
	if err != nil || units < 0 || t.Epoch == time.Second && units > far || t.Epoch == time.Millisecond && (units > 1000*far || units < far && units > 0) {
		return time.Time{}, errEpoch // the unit is another one
	}
	digits := 9
	if t.Epoch == time.Millisecond {
		digits = 6
	}
	if len(fraction) > digits {
		fraction = fraction[:digits]
	}
	nanos, err := strconv.ParseInt(fraction+strings.Repeat("0", digits-len(fraction)), 10, 64)
	if err != nil || nanos < 0 {
		return time.Time{}, errEpoch
	}
	perSecond := int64(time.Second / t.Epoch)
	return time.Unix(units/perSecond, units%perSecond*int64(t.Epoch)+nanos).UTC(), nil
}

// Coarse reports whether queries name days only.
func (t Times) Coarse() bool {
	return t.Epoch == 0 && !strings.Contains(t.Layouts[0], "15") && t.Layouts[0] != time.RFC3339
}

// Format writes a point in time as a query wants it.
func (t Times) Format(at time.Time) string {
	switch {
	case t.Epoch == time.Second:
		return strconv.FormatInt(at.Unix(), 10)
	case t.Epoch == time.Millisecond:
		return strconv.FormatInt(at.UnixMilli(), 10)
	case t.Layouts[0] == time.RFC3339:
		return at.UTC().Format(time.RFC3339Nano)
	}
	return at.In(t.Zone).Format(t.Layouts[0])
}
