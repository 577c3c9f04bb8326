package function

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/money"
)

// Options are the functions and operators of expressions. Amounts stay exact: a number
// beside one is taken by its decimal digits.
func Options() []expr.Option { return options }

var options = []expr.Option{
	expr.Function("money", func(p ...any) (any, error) { return toMoney(p[0]) }, new(func(string) money.Amount), new(func(int) money.Amount), new(func(float64) money.Amount)),
	expr.Function("money_plus", arithmetic(money.Amount.Add), new(func(money.Amount, money.Amount) money.Amount), new(func(money.Amount, int) money.Amount), new(func(money.Amount, float64) money.Amount)),
	expr.Function("money_minus", arithmetic(money.Amount.Sub), new(func(money.Amount, money.Amount) money.Amount), new(func(money.Amount, int) money.Amount), new(func(money.Amount, float64) money.Amount)),
	expr.Function("money_times", arithmetic(times), new(func(money.Amount, money.Amount) money.Amount), new(func(money.Amount, int) money.Amount), new(func(money.Amount, float64) money.Amount)),
	expr.Function("money_text", func(p ...any) (any, error) { return textOf(p[0]) + textOf(p[1]), nil }, new(func(money.Amount, string) string), new(func(string, money.Amount) string)),
	comparison("money_less", func(c int) bool { return c < 0 }), comparison("money_more", func(c int) bool { return c > 0 }),
	comparison("money_most", func(c int) bool { return c <= 0 }), comparison("money_least", func(c int) bool { return c >= 0 }),
	expr.Operator("+", "money_plus", "money_text"), expr.Operator("-", "money_minus"), expr.Operator("*", "money_times"),
	expr.Operator("<", "money_less"), expr.Operator(">", "money_more"), expr.Operator("<=", "money_most"), expr.Operator(">=", "money_least"),
	expr.Function("rounded", rounded, new(func(money.Amount, int) money.Amount)),
	expr.Function("present", func(p ...any) (any, error) { return markup.Shown(textOf(p[0])), nil }, new(func(any) bool)),
	expr.Function("text", func(p ...any) (any, error) { return textOf(p[0]), nil }, new(func(any) string)),
	expr.Function("either", either, new(func(string, ...string) string), new(func(money.Amount, ...money.Amount) money.Amount)),
	expr.Function("plain", func(p ...any) (any, error) { return markup.Plain(p[0].(string)), nil }, new(func(string) string)),
	expr.Function("line", func(p ...any) (any, error) { return markup.Line(p[0].(string)), nil }, new(func(string) string)),
	expr.Function("stable_number", func(p ...any) (any, error) { return stableNumber(p[0].(string)), nil }, new(func(string) int64)),
	expr.Function("file_name", func(p ...any) (any, error) { return fileName(p[0].(string)), nil }, new(func(string) string)),
	expr.Function("file_path", func(p ...any) (any, error) { return filePath(p[0].(string)), nil }, new(func(string) string)),
	expr.Function("slug", func(p ...any) (any, error) { return slug(p[0].(string)), nil }, new(func(string) string)),
}

func textOf(v any) string { return string(Append(nil, v)) }

// either is the first of its arguments that says something.
func either(p ...any) (any, error) {
	for _, v := range p {
		if markup.Shown(textOf(v)) {
			return v, nil
		}
	}
	return p[0], nil
}

func toMoney(v any) (money.Amount, error) {
	switch v := v.(type) {
	case money.Amount:
		return v, nil
	case string:
		return money.Parse(v)
	}
	return money.Parse(textOf(v))
}

// arithmetic is an operation on amounts. Where one is absent, so is the result.
func arithmetic(do func(a, b money.Amount) (money.Amount, error)) func(...any) (any, error) {
	return func(p ...any) (any, error) {
		a, err := toMoney(p[0])
		if err != nil {
			return nil, err
		}
		b, err := toMoney(p[1])
		if err != nil || !a.IsSet() || !b.IsSet() {
			return money.Amount{}, err
		}
		return do(a, b)
	}
}

func times(a, b money.Amount) (money.Amount, error) { return a.MulAdd(b, money.Amount{}) }

// rounded is an amount with so many decimals, a half up.
func rounded(p ...any) (any, error) {
	step, err := money.Parse("1e" + strconv.Itoa(-p[1].(int)))
	if err != nil {
		return nil, err
	}
	return p[0].(money.Amount).RoundTo(step, money.Amount{}, money.Nearest)
}

func comparison(name string, holds func(int) bool) expr.Option {
	return expr.Function(name, func(p ...any) (any, error) {
		a, err := toMoney(p[0])
		if err != nil {
			return nil, err
		}
		b, err := toMoney(p[1])
		if err != nil {
			return nil, err
		}
		return a.IsSet() && b.IsSet() && holds(a.Cmp(b)), nil
	}, new(func(money.Amount, money.Amount) bool), new(func(money.Amount, int) bool), new(func(money.Amount, float64) bool))
}

// stableNumber is a number from 1 to 2,147,483,647 that a text always has: the text's own
// where it is one.
func stableNumber(s string) int64 {
	if n, err := strconv.ParseInt(s, 10, 32); err == nil && n > 0 && s[0] != '0' && s[0] != '+' {
		return n
	}
	sum := sha256.Sum256([]byte(s))
	return int64(binary.BigEndian.Uint32(sum[:])%(1<<31-1)) + 1
}

// fileName is the last part of an address, without what follows a question mark.
func fileName(address string) string {
	address, _, _ = strings.Cut(address, "?")
	address, _, _ = strings.Cut(address, "#")
	return path.Base(address)
}

// filePath is the path of an address as the name of a file below some folder: decoded,
// without host, without what follows a question mark, and never above that folder.
func filePath(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return fileName(address)
	}
	return strings.TrimPrefix(path.Clean("/"+u.Path), "/")
}

// slug is a text as a part of an address: small Latin letters, digits and hyphens. Ukrainian
// letters are written as the Cabinet of Ministers' resolution 55 of 2010 has them.
func slug(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(s) {
		t := string(r)
		if latin, ok := transliteration[r]; ok {
			t = latin
		} else if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('-')
			gap = false
		}
		b.WriteString(t)
	}
	return b.String()
}

var transliteration = map[rune]string{
	'а': "a", 'б': "b", 'в': "v", 'г': "h", 'ґ': "g", 'д': "d", 'е': "e", 'є': "ie", 'ж': "zh", 'з': "z", 'и': "y", 'і': "i",
	'ї': "i", 'й': "i", 'к': "k", 'л': "l", 'м': "m", 'н': "n", 'о': "o", 'п': "p", 'р': "r", 'с': "s", 'т': "t", 'у': "u",
	'ф': "f", 'х': "kh", 'ц': "ts", 'ч': "ch", 'ш': "sh", 'щ': "shch", 'ь': "", 'ю': "iu", 'я': "ia", '\'': "", '’': "",
	'ё': "e", 'ы': "y", 'э': "e", 'ъ': "",
}

// Append appends what an expression gave as a text; nil has none.
func Append(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return dst
	case string:
		return append(dst, strings.ToValidUTF8(v, "")...) // name[0:3] may have ended in a letter
	case bool:
		return strconv.AppendBool(dst, v)
	case float64:
		return appendDecimal(dst, v)
	case money.Amount:
		dst, _ = v.AppendText(dst) // the error is for types that can fail
		return dst
	}
	return fmt.Append(dst, v)
}

// appendDecimal appends a number as people would have computed it: 0.3 and not
// 0.30000000000000004.
func appendDecimal(dst []byte, v float64) []byte {
	if near, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64); err == nil {
		v = near
	}
	return strconv.AppendFloat(dst, v, 'f', -1, 64)
}
