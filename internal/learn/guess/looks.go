package guess

import (
	"net/url"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
)

// Amount reads money as services write it: "450.10", "1 234,50 грн". The mark is
// the decimal mark that the mapping has to name, "" where the text is plain.
func Amount(text string) (amount money.Amount, mark string, ok bool) {
	if money.IsPlain(text) {
		amount, err := money.Parse(text)
		return amount, "", err == nil
	}
	digits := strings.TrimFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '-' })
	if !strings.ContainsAny(digits, "0123456789") {
		return money.Amount{}, "", false
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("0123456789 \u00a0\u202f.,'’-+", r) }) {
		if !money.IsCurrency(word) {
			return money.Amount{}, "", false
		}
	}
	mark = "."
	if comma := strings.LastIndexByte(digits, ','); comma > strings.LastIndexByte(digits, '.') && len(digits)-comma <= 3 {
		mark = ","
	}
	amount, err := money.Notation{Mark: mark[0], Grouping: money.Anywhere}.Parse(digits)
	return amount, mark, err == nil
}

// LooksMoney takes what Amount reads.
func LooksMoney(text string) bool {
	_, _, ok := Amount(text)
	return ok
}

// LooksWhole takes digits, with nothing but zeros behind a point.
func LooksWhole(text string) bool {
	return text != "" && len(text) < 16 && strings.Trim(strings.TrimSuffix(strings.TrimSuffix(text, ".00"), ".0"), "0123456789") == ""
}

// LooksBarcode checks the digit at the end of an EAN-13, EAN-8 or UPC.
func LooksBarcode(text string) bool {
	if (len(text) != 13 && len(text) != 12 && len(text) != 8) || strings.Trim(text, "0123456789") != "" || strings.Trim(text, "0") == "" {
		return false
	}
	sum := 0
	for i := range len(text) {
		weight := 1
		if (len(text)-1-i)%2 == 1 {
			weight = 3
		}
		sum += weight * int(text[i]-'0')
	}
	return sum%10 == 0
}

var phoneSigns = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "")

// LooksPhone takes +380…, 380… and 0… with the usual signs between the digits.
func LooksPhone(text string) bool {
	digits := strings.TrimPrefix(phoneSigns.Replace(text), "+")
	if digits == "" || strings.Trim(digits, "0123456789*") != "" {
		return false
	}
	return strings.HasPrefix(digits, "380") && len(digits) == 12 || strings.HasPrefix(digits, "0") && len(digits) == 10
}

// looksWaybill takes the numbers of the carriers: 14 digits, 13 of the post, or the
// letters and digits of others.
func looksWaybill(text string) bool {
	text = strings.ReplaceAll(text, " ", "")
	digits := strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return len(text) >= 9 && len(text) <= 20 && len(digits) >= 8 && strings.Trim(digits, "0123456789") == ""
}

// OfKnownCarrier takes the numbers of Nova Poshta, which have 14 digits, and of Ukrposhta,
// which have 13.
func OfKnownCarrier(text string) bool {
	return (len(text) == 14 || len(text) == 13) && strings.Trim(text, "0123456789") == ""
}

// LooksAddress takes whole addresses and those of the same host.
func LooksAddress(text string) bool {
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") {
		return len(text) > 3 && !strings.ContainsAny(text, " \n")
	}
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func looksEmail(text string) bool {
	name, host, ok := strings.Cut(text, "@")
	return ok && name != "" && strings.Contains(host, ".") && !strings.ContainsAny(text, " /")
}

// looksName takes what people read: letters, and more than a code has.
func looksName(text string) bool {
	letters := 0
	for _, r := range text {
		if r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r > 0x7f {
			letters++
		}
	}
	return letters >= 3 && !LooksAddress(text)
}

// timeLayouts are the notations that a mapping can name, most certain first.
var timeLayouts = []struct{ layout, reference string }{
	{"YYYY-MM-DD HH:mm:ss", "2006-01-02 15:04:05"},
	{"YYYY-MM-DDTHH:mm:ss", "2006-01-02T15:04:05"},
	{"YYYY-MM-DD HH:mm", "2006-01-02 15:04"},
	{"DD.MM.YYYY HH:mm:ss", "02.01.2006 15:04:05"},
	{"DD.MM.YYYY HH:mm", "02.01.2006 15:04"},
	{"DD-MM-YYYY HH:mm:ss", "02-01-2006 15:04:05"},
	{"DD/MM/YYYY HH:mm:ss", "02/01/2006 15:04:05"},
	{"HH:mm DD.MM.YYYY", "15:04 02.01.2006"},
	{"YYYY-MM-DD", "2006-01-02"},
	{"DD.MM.YYYY", "02.01.2006"},
}

// timeNotation is how a point in time is written: rfc3339, epoch, epoch_ms or a
// layout; "" for what is no point in time.
func timeNotation(text string) string {
	if _, err := time.Parse(time.RFC3339, text); err == nil {
		return "rfc3339"
	}
	if whole, rest, _ := strings.Cut(text, "."); strings.Trim(whole+rest, "0123456789") == "" {
		switch {
		case len(whole) == 10 && whole[0] == '1':
			return "epoch"
		case len(whole) == 13 && whole[0] == '1' && rest == "":
			return "epoch_ms"
		}
		return ""
	}
	for _, l := range timeLayouts {
		if t, err := time.Parse(l.reference, text); err == nil && t.Year() > 1990 && t.Year() < 2100 {
			if _, fraction, ok := strings.Cut(text, "."); ok && strings.HasSuffix(l.layout, "ss") && l.layout[2] != '.' {
				return l.layout + "." + strings.Repeat("S", len(fraction))
			}
			return l.layout
		}
	}
	return ""
}

func looksTime(text string) bool { return timeNotation(text) != "" }
