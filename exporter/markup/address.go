package markup

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// WithScheme gives an address that leaves its scheme to the page on which it stands,
// "//img.example/1.jpg", the one that every reader takes: https. Others come back as they are.
func WithScheme(s string) string {
	if s == "" || s[0] > '/' { // as nearly every address begins
		return s
	}
	if trimmed := strings.TrimLeft(s, " \t\r\n"); strings.HasPrefix(trimmed, "//") {
		return "https:" + trimmed
	}
	return s
}

// Address is an address of the web as a feed may hold it: without blanks around it, with its
// scheme, percent-encoded once, whatever is encoded already left as it is, and its host in Latin
// letters. An address that is encoded as a whole, as http%3A%2F%2F begins, is decoded
// once before, and one that was copied out of HTML or XML has its & back: nobody means a
// parameter called "amp;page". It is false for what is no http or https address with a host.
func Address(s string) (string, bool) {
	s, _ = Sanitary(strings.TrimSpace(s))
	s = WithScheme(s)
	for EscapedAddress(s) {
		s = ampersands.Replace(s)
	}
	if hasPrefixFold(s, "http%3a%2f%2f") || hasPrefixFold(s, "https%3a%2f%2f") {
		s, _ = Sanitary(strings.TrimSpace(decode(s)))
	}
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return "", false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	path := rest[end:]
	host, ok := authority(rest[:end])
	if !ok {
		return "", false
	}
	if host == rest[:end] && encoded(path) && scheme[0] == 'h' && strings.ToLower(scheme) == scheme {
		return s, true
	}
	var b strings.Builder
	b.Grow(len(s) + len(path))
	b.WriteString(strings.ToLower(scheme) + "://" + host)
	encode(&b, path)
	return b.String(), true
}

// EscapedAddress reports whether an address still has the escapes of HTML or XML.
func EscapedAddress(s string) bool {
	for i := strings.IndexByte(s, '&'); i >= 0; i = strings.IndexByte(s, '&') {
		s = s[i+1:]
		if strings.HasPrefix(s, "amp;") || strings.HasPrefix(s, "#38;") || strings.HasPrefix(s, "#038;") {
			return true
		}
	}
	return false
}

var ampersands = strings.NewReplacer("&amp;", "&", "&#38;", "&", "&#038;", "&")

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// authority is a host and its port, the host in Latin letters. It is false for one that
// cannot be a host of the public web, or that carries a name and a password.
func authority(s string) (string, bool) {
	host, port := s, ""
	if i := strings.LastIndexByte(s, ':'); i >= 0 && !strings.HasSuffix(s, "]") {
		host, port = s[:i], s[i:]
		if _, err := strconv.ParseUint(port[1:], 10, 16); err != nil {
			return "", false
		}
	}
	if ip, ok := strings.CutPrefix(host, "["); ok {
		ip, ok = strings.CutSuffix(ip, "]")
		return s, ok && ip != "" && strings.Trim(ip, "0123456789abcdefABCDEF:.") == ""
	}
	if strings.IndexFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return s, isHost(host)
	}
	latin, err := idna.Lookup.ToASCII(host)
	if err != nil || !isHost(latin) {
		return "", false
	}
	return latin + port, true
}

// isHost reports whether s is a host in Latin letters: labels of letters, digits, - and
// _ with points between them.
func isHost(s string) bool {
	if len(s) > 253 || s == "" {
		return false
	}
	label := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.' && label > 0:
			label = 0
		case c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z':
			label++
		default:
			return false
		}
	}
	return true
}

// standing are the bytes that an address holds as they are.
var standing = func() (all [256]bool) {
	for _, c := range []byte("!#$&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz~") {
		all[c] = true
	}
	return all
}()

// MayStand reports whether an address holds a byte as it is; a '%' has to begin an escape.
func MayStand(c byte) bool { return standing[c] }

// encoded reports whether a path needs no encoding any more.
func encoded(s string) bool {
	for i := range len(s) {
		if s[i] == '%' {
			if !IsEscape(s[i:]) {
				return false
			}
		} else if !MayStand(s[i]) {
			return false
		}
	}
	return true
}

// encode writes a path with all that may not stand in one encoded. Tabs and line breaks
// are left out, as browsers do.
func encode(b *strings.Builder, s string) {
	const digits = "0123456789ABCDEF"
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\t' || c == '\n' || c == '\r':
		case c == '%' && IsEscape(s[i:]) || MayStand(c):
			b.WriteByte(c)
		default:
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
}

// decode undoes one percent-encoding; a % that begins none stays.
func decode(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && IsEscape(s[i:]) {
			b = append(b, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		} else {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// IsEscape reports whether an address has a percent-encoded byte at the beginning of s, which is a '%'.
func IsEscape(s string) bool { return len(s) > 2 && isHex(s[1]) && isHex(s[2]) }

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
