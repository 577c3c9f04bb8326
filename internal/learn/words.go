package learn

import (
	"strconv"
	"strings"
	"unicode"
)

// phrase is a name as lower-case words: dropPrice, drop_price and "Drop-Price" are all
// "drop price".
func phrase(name string) string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, string(word))
			word = word[:0]
		}
	}
	runes := []rune(name)
	if len(runes) > 100 {
		runes = runes[:100]
	}
	for i, r := range runes {
		switch {
		case r == '\'' || r == '’' || r == 'ʼ': // part of a Ukrainian word
			continue
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && i > 0:
			after := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if !unicode.IsUpper(runes[i-1]) || after {
				end()
			}
		}
		word = append(word, unicode.ToLower(r))
	}
	end()
	return strings.Join(words, " ")
}

// strengths says how much a name speaks for a field, from 0 to 1.
type strengths map[string]float64

// weigh reads "sku|article|code=0.6": the names, and their strength where it is not 1.
func weigh(list string) strengths {
	out := strengths{}
	for part := range strings.SplitSeq(list, "|") {
		name, weight, given := strings.Cut(strings.TrimSpace(part), "=")
		value := 1.0
		if given {
			value, _ = strconv.ParseFloat(weight, 64)
		}
		out[name] = value
	}
	return out
}

func wordSet(list string) map[string]bool {
	out := map[string]bool{}
	for name := range weigh(list) {
		out[name] = true
	}
	return out
}

// vagueNames say nothing without the name of the object around them.
var vagueNames = wordSet("id|name|title|code|value|amount|text|type|status|state|key|sum|date|at|url|src|price|number|quantity|description|address|uk|ua|ru|en|ref|uuid|sku|currency|path|phone|email|count|label|created at|updated at")

// recordNouns stand before names that mean the same without them.
var recordNouns = []string{"product ", "item ", "goods ", "good ", "offer ", "order ", "catalog ", "shipment ", "delivery ", "recipient ", "receiver ", "client ", "customer ", "buyer ", "shipping ", "user ", "transaction ", "entry ", "operation "}

// ofName is how much the names on the way to a value speak for a field.
func (w strengths) ofName(names []string) float64 {
	if len(names) == 0 {
		return 0
	}
	leaf := phrase(names[len(names)-1])
	if len(names) == 1 {
		return w.ofPhrase(leaf)
	}
	parent := phrase(names[len(names)-2])
	best := w.ofPhrase(parent + " " + leaf)
	if vagueNames[leaf] {
		switch leaf {
		case "amount", "value", "name", "title", "src", "url", "text", "sum", "uk", "ua":
			best = max(best, 0.93*w.ofPhrase(parent))
		}
		return best
	}
	return max(best, 0.85*w.ofPhrase(leaf))
}

func (w strengths) ofPhrase(name string) float64 {
	best := w[name]
	for _, noun := range recordNouns {
		if rest, ok := strings.CutPrefix(name, noun); ok {
			best = max(best, 0.97*w.ofPhrase(rest))
		}
	}
	return best
}

// inText is how much a description or summary speaks for a field: its terms are
// beginnings of words, so that one term covers the cases of a noun.
func (w strengths) inText(text string) float64 {
	if text == "" || len(w) == 0 {
		return 0
	}
	padded := " " + phraseOfText(text)
	best := 0.0
	for term, strength := range w {
		if strength > best && strings.Contains(padded, " "+term) {
			best = strength
		}
	}
	return best
}

// phraseOfText is the first words of a text, in lower case, without signs.
func phraseOfText(text string) string {
	if len(text) > 400 {
		text = strings.ToValidUTF8(text[:400], "")
	}
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

// clean is foreign text as one short line without control characters.
func clean(text string, most int) string {
	line := strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "?"), func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Cf, r)
	}), " ")
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return line
}
