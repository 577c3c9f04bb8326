package wording

import (
	"fmt"
	"strings"
)

// Language is that of headings and values, an ISO 639-1 code.
type Language string

// The languages that workbooks speak.
const (
	Ukrainian Language = "uk"
	English   Language = "en"
)

// ParseLanguage reads a language's code; "" is Ukrainian.
func ParseLanguage(code string) (Language, error) {
	switch language := Language(strings.ToLower(code)); language {
	case "":
		return Ukrainian, nil
	case Ukrainian, English:
		return language, nil
	}
	return "", fmt.Errorf("language %q: one of uk, en", code)
}

// Of is the text of the language.
func (l Language) Of(uk, en string) string {
	if l == English {
		return en
	}
	return uk
}
