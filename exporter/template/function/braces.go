package function

import "strings"

// NextField gives the text of a phrase before the first field, the field, and what follows it; in words
// what is wrong with the braces.
func NextField(s string) (text, name, behind, wrong string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '{' && s[i] != '}':
			b.WriteByte(s[i])
		case i+1 < len(s) && s[i+1] == s[i]:
			b.WriteByte(s[i])
			i++
		case s[i] == '}':
			return "", "", "", "a } without a { before it: write }} for the brace itself"
		default:
			end := closingBrace(s[i+1:])
			if end < 0 {
				return "", "", "", "a { without a } behind it: write {{ for the brace itself"
			}
			if name = strings.TrimSpace(s[i+1 : i+1+end]); name == "" {
				return "", "", "", "nothing stands between the braces: name a field, such as {sku}"
			}
			return b.String(), name, s[i+end+2:], ""
		}
	}
	return b.String(), "", "", ""
}

// closingBrace finds the brace that ends a field, past those inside quotes and inner braces;
// -1 for none.
func closingBrace(s string) int {
	depth, quote := 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '{':
			depth++
		case c == '}' && depth == 0:
			return i
		case c == '}':
			depth--
		}
	}
	return -1
}
