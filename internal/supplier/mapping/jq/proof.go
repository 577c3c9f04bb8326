package jq

import (
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// Proof tells whether an amount that a program has made stands in what the program was
// given. jq calculates in floats, and tostring makes a text of the result that looks like
// one of the service's. A text may be cut out of another one and may have another decimal
// mark; the number that it stands for has to be there.
type Proof struct {
	input string
	known map[string]bool // by the shortest way to write the number; nil before it is needed
}

// NewProof is that of a program's input, a JSON text.
func NewProof(input string) *Proof { return &Proof{input: input} }

// Check is an error for an amount that stands nowhere in the input, in whatever notation.
// What holds no number is left to who reads it.
func (p *Proof) Check(raw string) error {
	if p == nil {
		return nil
	}
	if p.known == nil {
		p.known = map[string]bool{}
		gather(p.input, p.known)
	}
	made := map[string]bool{}
	gather(raw, made)
	_, calculated := strings.CutPrefix(jsonread.PlainText(raw), inexact)
	for number := range made {
		if p.known[number] && !calculated {
			return nil
		}
	}
	if len(made) == 0 {
		return nil
	}
	return &jsonread.ShapeError{Want: "an amount as the service wrote it", Got: oneline.Clean(jsonread.PlainText(raw), 40) + ", which jq has calculated",
		Mend: "let jq pass the service's number or text on as it is: money is never calculated in it"}
}

// gather adds the numbers of all texts and numbers of a JSON text.
func gather(raw string, known map[string]bool) {
	if c := jsonread.FirstByte(raw); c != '{' && c != '[' {
		addNumbers(jsonread.PlainText(raw), known)
		return
	}
	_ = jsonread.EachValue(raw, func(value, _ string) bool { // the run has read the text: it is sound
		gather(value, known)
		return true
	})
}

// addNumbers adds the numbers of a text, by all ways in which each may be read: the mark as
// that of the decimals or of the thousands, blanks as between numbers or thousands.
func addNumbers(text string, known map[string]bool) {
	add := func(one string) {
		one = strings.Trim(one, ".,'’ ")
		plain := strings.NewReplacer(" ", "", "'", "", "’", "").Replace(one)
		for _, mark := range []string{".", ","} {
			thousands := map[string]string{".": ",", ",": "."}[mark]
			if !inThrees(plain, mark, thousands) {
				continue
			}
			grouped := strings.ReplaceAll(plain, thousands, "")
			if same, ok := shortest(strings.Replace(grouped, mark, ".", 1)); ok {
				known[same] = true
			}
		}
	}
	if same, ok := shortest(text); ok { // the most there are
		known[strings.TrimPrefix(same, "-")] = true
	}
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !strings.ContainsRune("0123456789.,'’", r) }) {
		parts := strings.Fields(run)
		add(strings.Join(parts, " "))
		for _, part := range parts {
			add(part)
		}
	}
}

// inThrees reports whether a mark may be one of thousands: 201.50 without its point is another
// amount.
func inThrees(number, mark, thousands string) bool {
	whole, _, _ := strings.Cut(number, mark)
	for i, group := range strings.Split(whole, thousands) {
		if i > 0 && len(group) != 3 {
			return false
		}
	}
	return true
}

// shortest is one text for all that write the same amount, such as 450, 450.00 and 0450.
func shortest(text string) (string, bool) {
	amount, err := money.Parse(strings.TrimSuffix(text, jsonread.Calculated))
	if err != nil {
		return "", false
	}
	out := amount.String()
	if strings.Contains(out, ".") {
		out = strings.TrimRight(strings.TrimRight(out, "0"), ".")
	}
	return out, true
}
