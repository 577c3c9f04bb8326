package state

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	nationalDigits = 9  // of a Ukrainian phone, without the 0 before them
	operatorDigits = 2  // of these, at the beginning: fewer tell nothing
	longestTerm    = 64 // letters of a word that count
	shortestPart   = 2  // letters of a part of a word that is a term of its own
)

// carrierMark begins the term of a carrier. No word of a person begins so.
const carrierMark = "="

// CarrierTerm is the term by which the orders of a carrier are found.
func CarrierTerm(carrier string) string { return carrierMark + carrier }

// supplierMark begins the term of a supplier.
const supplierMark = "=supplier "

// SupplierTerms are the terms by which the orders of some suppliers are found, none where those
// of "", which has no term, are among them.
func SupplierTerms(suppliers []string) (terms []string) {
	for _, supplier := range suppliers {
		if supplier == "" {
			return nil
		}
		terms = append(terms, supplierMark+supplier)
	}
	return terms
}

// Terms are what an order is found by: its number, the recipient's name and phone, the SKUs,
// the supplier's id, the waybills, and their carriers. Each is folded, and there once.
func (o Order) Terms() []string {
	content := o.named()
	t := make(termSet, 0, usualTerms)
	t.add(o.ExternalID, true)
	t.add(content.Recipient.Name, true)
	if digits := digitsOf(content.Recipient.Phone); len(digits) >= nationalDigits {
		t.put(digits[len(digits)-nationalDigits:])
	}
	for _, item := range content.Items {
		t.add(item.SKU, false)
	}
	if content.WaybillNumber != nil {
		t.put(foldedWord(*content.WaybillNumber))
	}
	if content.Recipient.Delivery.Carrier != "" {
		t.put(CarrierTerm(content.Recipient.Delivery.Carrier))
	}
	if o.Supplier != "" {
		t.put(supplierMark + o.Supplier)
	}
	return slices.Concat(t.sorted(), o.RemoteTerms())
}

// RemoteTerms are those of Terms that the supplier has given the order.
func (o Order) RemoteTerms() []string {
	var t termSet
	t.put(foldedWord(o.RemoteID))
	for _, waybill := range o.KnownWaybills() {
		t.put(foldedWord(waybill))
	}
	for _, p := range o.Parcels {
		if p.Carrier != "" {
			t.put(CarrierTerm(p.Carrier))
		}
	}
	return t.sorted()
}

// KnownWaybills are all waybills that the order ever had, those of deleted parcels too.
func (o Order) KnownWaybills() []string {
	out := slices.Clone(o.Waybills)
	for _, p := range o.Parcels {
		out = append(out, p.Waybill)
	}
	out = slices.DeleteFunc(out, func(waybill string) bool { return waybill == "" })
	slices.Sort(out)
	return slices.Compact(out)
}

// usualTerms are more than most orders have, each part and each word that is there twice counted.
const usualTerms = 16

// termSet collects terms.
type termSet []string

func (t *termSet) put(term string) {
	if term != "" {
		*t = append(*t, term)
	}
}

// add takes the words of a text, and where parts is set what stands between their signs.
func (t *termSet) add(text string, parts bool) {
	for word := range strings.FieldsSeq(fold(text)) {
		word = trimmed(word)
		t.put(word)
		if !parts {
			continue
		}
		for part := range strings.FieldsFuncSeq(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if utf8.RuneCountInString(part) >= shortestPart {
				t.put(part)
			}
		}
	}
}

func (t termSet) sorted() []string {
	slices.Sort(t)
	return slices.Compact(t)
}

// Words are the words of a text that a person searches by. An order is found where for each
// word a term of it begins with one of the word's forms: as it is written, and where it may be
// the beginning of a phone or a whole one, without what stands before the national number.
// Figures that are written in groups are one word.
func Words(text string) (words [][]string) {
	for _, word := range joined(strings.Fields(fold(text))) {
		word = trimmed(word)
		if word == "" {
			continue
		}
		forms := []string{word}
		if national := nationalPart(word); national != "" && national != word {
			forms = append(forms, national)
		}
		words = append(words, forms)
	}
	return words
}

// joined makes one word of figures that stand in groups: a phone, or a waybill.
func joined(words []string) (out []string) {
	for len(words) > 0 {
		n := groups(words)
		word := words[0]
		if n > 1 {
			word = digitsOf(strings.Join(words[:n], ""))
		}
		out, words = append(out, word), words[n:]
	}
	return out
}

// groups is how many of the first words are the groups of one number, the longest that is one.
func groups(words []string) int {
	n := 0
	for n < len(words) && isFigures(words[n]) {
		n++
	}
	for ; n > 1; n-- {
		number := strings.Join(words[:n], "")
		switch length := len(digitsOf(number)); {
		case length == waybillDigits, length == postDigits, length == nationalDigits,
			length > nationalDigits && length <= phoneDigits && dials(number):
			return n
		}
	}
	return 1
}

// The digits of what people write in groups.
const (
	waybillDigits = 14 // of Nova Poshta
	postDigits    = 13 // of Ukrposhta
	phoneDigits   = 12 // with the code of the country
)

// isFigures reports whether a word has nothing but digits and what stands between those of a phone.
func isFigures(word string) bool {
	return digitsOf(word) != "" && strings.Trim(word, "+()-.0123456789") == ""
}

// dials reports whether a number begins as people dial it.
func dials(number string) bool {
	return strings.HasPrefix(number, "+") || slices.ContainsFunc(dialled, func(prefix string) bool {
		return strings.HasPrefix(digitsOf(number), prefix)
	})
}

// dialled is what people dial before the national number.
var dialled = []string{"380", "80", "0"}

// abroad is what people dial before the code of a country, in place of a plus. No waybill begins so.
const abroad = "00"

// nationalPart is what a word is of a phone's last nine digits: all of them, or the first
// ones; "" where it is not written as a phone.
func nationalPart(word string) string {
	digits := digitsOf(word)
	if rest, found := strings.CutPrefix(digits, abroad); found && len(rest) > nationalDigits {
		digits = rest
	}
	if !isFigures(word) || len(digits) > phoneDigits {
		return ""
	}
	for _, prefix := range dialled {
		if rest, found := strings.CutPrefix(digits, prefix); found && len(rest) >= operatorDigits && len(rest) <= nationalDigits {
			return rest
		}
	}
	if len(digits) < nationalDigits {
		return digits
	}
	return digits[len(digits)-nationalDigits:]
}

// foldedWord is a text as one word.
func foldedWord(text string) string { return trimmed(strings.Join(strings.Fields(fold(text)), "")) }

// fold gives a text one form of letters: small, without apostrophes, "е" for "ё".
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf && r != '\'' && r != '`':
			return unicode.ToLower(r)
		case strings.ContainsRune(apostrophes, r):
			return -1
		case r == yo:
			return ye
		case unicode.Is(unicode.Pd, r):
			return '-'
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(text))
}

const (
	apostrophes = "'`\u00b4\u2018\u2019\u02bc\u02b9\u2032\uff07"
	yo, ye      = '\u0451', '\u0435'
)

// trimmed is a word without the signs around it, and no longer than counts.
func trimmed(word string) string {
	word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if letters := []rune(word); len(letters) > longestTerm {
		return string(letters[:longestTerm])
	}
	return word
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
