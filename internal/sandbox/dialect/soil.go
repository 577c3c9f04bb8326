package dialect

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// soil writes values as a careless service does: now so and now otherwise. What it
// does depends only on the seed and on where a value stands.
type soil struct{ seed int64 }

// Values that soil has several ways of writing; json.Number is one too.
type (
	soiledMoney string // a decimal
	soiledID    string
	soiledTime  time.Time
)

// roll is a number from 0 to n-1.
func (s soil) roll(n uint64, place ...string) uint64 {
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%d %q", s.seed, place)
	mixed := sum.Sum64() * 0x9e3779b97f4a7c15 // FNV's low bits follow the last byte
	return (mixed >> 32) % n
}

// object soils the members of an object; key tells it from others, such as a row's id.
func (s soil) object(o object, key string) object {
	soiled := object{}
	for name, v := range o {
		if v == nil {
			switch s.roll(3, key, name) {
			case 0:
				soiled[name] = nil
			case 1:
				soiled[name] = ""
			} // else it is not there
			continue
		}
		soiled[name] = s.value(v, key+"."+name)
	}
	return soiled
}

func (s soil) value(v any, key string) any {
	second := s.roll(2, key) == 1
	switch v := v.(type) {
	case object:
		return s.object(v, key)
	case []any:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = s.value(element, key+"."+strconv.Itoa(i))
		}
		return list
	case json.Number:
		if second {
			return v.String()
		}
		return v
	case soiledID:
		if second {
			return shape.ID(string(v))
		}
		return string(v)
	case soiledMoney:
		return s.money(string(v), key)
	case soiledTime:
		if second {
			return time.Time(v).UTC().Format("02.01.2006 15:04:05.000000")
		}
		return time.Time(v).UTC().Format("2006-01-02 15:04:05.000000")
	default:
		return v
	}
}

// money writes 1234.50 as "1 234,50", with a blank or one that does not break, with or
// without a currency's sign, or as "1234,50".
func (s soil) money(text, key string) string {
	whole, fraction, _ := strings.Cut(text, ".")
	whole, negative := strings.CutPrefix(whole, "-")
	blank := []string{" ", "\u00a0", ""}[s.roll(3, key, "blank")]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + blank + whole[i:]
	}
	if fraction != "" {
		whole += "," + fraction
	}
	if negative {
		whole = "-" + whole
	}
	return whole + []string{"", "", " грн", "\u00a0₴"}[s.roll(4, key, "sign")]
}

// Marks for shapes: what soil may write in several ways.

func asMoney(v any) any {
	if text := shape.Text(v); text != "" {
		return soiledMoney(text)
	}
	return nil
}

func asID(v any) any {
	if text := shape.Text(v); text != "" {
		return soiledID(text)
	}
	return nil
}

func asTime(v any) any {
	at, err := time.Parse(time.RFC3339Nano, shape.Text(v))
	if err != nil {
		return nil
	}
	return soiledTime(at)
}
