package lexicon

import (
	"strings"
	"unicode"
)

// Phrase is a name as lower-case words: dropPrice, drop_price and "Drop-Price" are all
// "drop price".
func Phrase(name string) string {
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

// cutWord takes a word, and the blank behind it, off the beginning of a phrase. Names are asked
// so often that nothing may be joined for it.
func cutWord(phrase, word string) (rest string, ok bool) {
	if len(phrase) <= len(word) || phrase[len(word)] != ' ' || !strings.HasPrefix(phrase, word) {
		return phrase, false
	}
	return phrase[len(word)+1:], true
}

// hasWordFrom reports whether a word of a phrase begins so.
func hasWordFrom(phrase, beginning string) bool {
	for at := 0; ; at++ {
		next := strings.Index(phrase[at:], beginning)
		if next < 0 {
			return false
		}
		if at += next; at == 0 || phrase[at-1] == ' ' {
			return true
		}
	}
}

// FilterPhrase is the name of a query parameter as words, without the word filter that many
// services put before them: filter[updated_from].
func FilterPhrase(name string) string { return strings.TrimPrefix(Phrase(name), "filter ") }

// PhraseOfText is the first words of a text, in lower case, without signs.
func PhraseOfText(text string) string {
	if len(text) > 400 {
		text = strings.ToValidUTF8(text[:400], "")
	}
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}
