package markup

import (
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// Address is an address of the web as a feed may hold it: without blanks around it,
// percent-encoded once, whatever is encoded already left as it is, and its host in Latin
// letters. It is false for what is no http or https address with a host.
func Address(s string) (string, bool) {
	s = strings.TrimSpace(s)
	if fully := strings.ToLower(s); strings.HasPrefix(fully, "http%3a%2f%2f") || strings.HasPrefix(fully, "https%3a%2f%2f") {
		if decoded, err := url.PathUnescape(s); err == nil {
			s = decoded
		}
	}
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return "", false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host, path := rest[:end], rest[end:]
	if strings.ContainsAny(host, " \t\r\n@<>\"\\%") || host == "" || strings.HasPrefix(host, ":") {
		return "", false
	}
	if !ascii(host) {
		latin, err := idna.Lookup.ToASCII(host)
		if err != nil {
			return "", false
		}
		host = latin
	}
	if lower := strings.ToLower(scheme); lower == scheme && host == rest[:end] && encoded(path) {
		return s, true
	}
	var b strings.Builder
	b.WriteString(strings.ToLower(scheme) + "://" + host)
	encode(&b, path)
	return b.String(), true
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 0x7E || r <= ' ' }) < 0
}

const mayStand = "!#$&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz~"

// encoded reports whether a path needs no encoding any more.
func encoded(s string) bool {
	for i := range len(s) {
		if s[i] == '%' {
			if !isEscape(s[i:]) {
				return false
			}
		} else if strings.IndexByte(mayStand, s[i]) < 0 {
			return false
		}
	}
	return true
}

func encode(b *strings.Builder, s string) {
	const digits = "0123456789ABCDEF"
	for i := range len(s) {
		c := s[i]
		if c == '%' && isEscape(s[i:]) || c != '%' && strings.IndexByte(mayStand, c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.Write([]byte{'%', digits[c>>4], digits[c&15]})
	}
}

func isEscape(s string) bool { return len(s) > 2 && isHex(s[1]) && isHex(s[2]) }

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}
