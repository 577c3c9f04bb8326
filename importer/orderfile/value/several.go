package value

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// skuPatterns tell a cell of one SKU from one that holds more.
type skuPatterns struct {
	before, after, pieces, glued *regexp.Regexp
}

func newSKUPatterns() skuPatterns {
	return skuPatterns{
		before: regexp.MustCompile(`^\d{1,3}\s?(?:[xXхХ×*]|шт\.?|pcs\.?)\s+\S+$`),
		after:  regexp.MustCompile(`^\S+\s+[xXхХ×*]\s?\d{1,3}$`),
		glued:  regexp.MustCompile(`^\S*\pL\S*\d[*×]\d{1,3}$`),
		pieces: regexp.MustCompile(`(?i)^\S+[\s(-]+\d{1,3}\s?(?:шт|штук[аи]?|pcs|pc)\.?\)?$`),
	}
}

// several says why a cell of the SKU is none: it lists goods, or has a quantity too. The
// catalogue is not known here, so only what is hardly one SKU is refused: "A+B", "M8/20" and
// "BOLT M8 x20" stay.
func (p *skuPatterns) several(text string) *problem.Fault {
	switch {
	case len(text) < 4 || celltext.AllDigits(text):
		return nil
	case listsGoods(text):
		return problem.Faultf(problem.SKUAmbiguous, celltext.Show(text))
	case strings.ContainsAny(text, " \t\u00A0(") && (p.before.MatchString(text) || p.after.MatchString(text) || p.pieces.MatchString(text)),
		strings.ContainsAny(text, "*×") && p.glued.MatchString(text):
		return problem.Faultf(problem.SKUAmbiguous+".quantity", celltext.Show(text))
	}
	return nil
}

// listsGoods reports whether a text is a list of codes. A line break, a semicolon and a bar
// part a list wherever they stand, a comma between codes of letters and digits or of many
// digits, and a plus or an ampersand between blanks.
func listsGoods(text string) bool {
	if strings.ContainsAny(text, "\n\r") {
		return codesBetween(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), false)
	}
	for _, mark := range []string{";", "|", ",", " + ", " & ", " и ", " і ", " та ", " and "} {
		if strings.Contains(text, mark) && codesBetween(strings.Split(text, mark), mark != ";" && mark != "|") {
			return true
		}
	}
	return gluedCodes(text)
}

// gluedCodes reports whether a plus joins two whole codes without a blank: "KB-01+MS-02" lists
// two goods, "SET-A+B" and "USB2+3" may be one. A code has letters, a mark and digits, or digits
// and letters of some length.
func gluedCodes(text string) bool {
	parts := strings.Split(text, "+")
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool {
		return len(part) < 4 || !celltext.HasLetter(part) || !strings.ContainsFunc(part, unicode.IsDigit) || strings.ContainsFunc(part, unicode.IsSpace)
	})
}

// codesBetween reports whether at least two parts are there and each of them looks like a
// code; strictly so: without a blank, but for a quantity behind it, and not of a few digits.
func codesBetween(parts []string, strictly bool) bool {
	some := 0
	for i, part := range parts {
		if strictly && i > 0 && part != "" && celltext.IsDigit(rune(part[0])) && !celltext.AllDigits(part) {
			return false // "TV-4,5-BLACK"
		}
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if !strings.ContainsFunc(part, unicode.IsDigit) {
			return false
		}
		word, behind, _ := strings.Cut(part, " ")
		if strictly && (len(word) < 3 || !celltext.HasLetter(word) && (len(word) < 5 || !celltext.AllDigits(word)) || !isCount(behind)) {
			return false
		}
		some++
	}
	return some > 1
}

// isCount knows what may stand behind a code in a list: nothing, "x2", "2 шт", "(2)".
func isCount(text string) bool {
	return strings.Trim(text, "0123456789xXхХ×*()-–—: штpcs.") == ""
}
