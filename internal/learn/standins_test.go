package learn

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

// rightMapping is what a person wrote of a stand-in before anything was tried on it.
type rightMapping struct {
	Lines map[string][]string          `yaml:"lines"`
	Hand  []string                     `yaml:"hand"`
	Maps  map[string]map[string]string `yaml:"maps"`
}

// writtenMapping is a proposal in the notation of right.yaml.
type writtenMapping struct {
	lines map[string]string
	maps  map[string]map[string]string
}

// score counts the lines of a proposal.
type score struct{ lines, right, wrong, hand int }

func (s *score) add(other score) {
	s.lines, s.right, s.wrong, s.hand = s.lines+other.lines, s.right+other.right, s.wrong+other.wrong, s.hand+other.hand
}

func (s *score) String() string {
	return fmt.Sprintf("%d lines: %.1f %% right, %.1f %% wrong, %d by hand", s.lines, 100*float64(s.right)/float64(s.lines), 100*float64(s.wrong)/float64(s.lines), s.hand)
}

// TestStandInsAreLearned holds the share of right lines on services that were described
// before learn was tried on them: at least 90 % right, under 2 % wrong, and under 15 lines by
// hand for each.
func TestStandInsAreLearned(t *testing.T) {
	racing.Skip(t)
	var all score
	for _, name := range []string{"woo", "keycrm", "retailcrm", "fulfil", "rynok"} {
		folder := filepath.Join("testdata/standins", name)
		var sources []string
		for _, file := range []string{"openapi.yaml", "products.json", "orders.json"} {
			sources = append(sources, filepath.Join(folder, file))
		}
		p := proposedFor(t, name, sources...)
		requireCompiles(t, p)
		var want rightMapping
		data, err := os.ReadFile(filepath.Join(folder, "right.yaml"))
		require.NoError(t, err)
		require.NoError(t, yaml.Unmarshal(data, &want))
		s, findings := want.score(writtenLines(t, p.Mapping))
		t.Logf("%s: %s\n%s", name, s.String(), strings.Join(findings, "\n"))
		assert.Less(t, s.hand, 15, name)
		all.add(s)
	}
	t.Log(all.String())
	require.GreaterOrEqual(t, 100*all.right, 90*all.lines)
	require.Less(t, 100*all.wrong, 2*all.lines)
}

// score compares a proposal with what is right.
func (want rightMapping) score(got writtenMapping) (s score, findings []string) {
	say := func(format string, args ...any) { findings = append(findings, fmt.Sprintf(format, args...)) }
	for _, line := range slices.Sorted(maps.Keys(want.Lines)) {
		right := want.Lines[line]
		value, proposed := got.lines[line]
		if !proposed && slices.Contains(right, "hand") {
			continue // told in hand, or no matter
		}
		s.lines++
		switch {
		case !proposed:
			s.hand++
			say("  hand   %s: %s", line, strings.Join(right, " or "))
		case slices.Contains(right, value):
			s.right++
		default:
			s.wrong++
			s.hand++
			say("  wrong  %s: %s, is %s", line, value, strings.Join(right, " or "))
		}
	}
	for _, line := range slices.Sorted(maps.Keys(got.lines)) {
		if _, known := want.Lines[line]; !known {
			s.lines++
			s.wrong++
			s.hand++
			say("  wrong  %s: %s, is none", line, got.lines[line])
		}
	}
	for _, line := range want.Hand {
		if _, proposed := got.lines[line]; !proposed {
			s.hand++
			say("  hand   %s", line)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(want.Maps)) {
		open := false
		for theirs, ours := range want.Maps[line] {
			value := got.maps[line][theirs]
			if value == "" && got.lines[line] != "" && theirs == ours {
				value = theirs // kept as it is
			}
			switch {
			case value == "":
				open = true
			case !slices.Contains(strings.Split(ours, "|"), value):
				s.wrong++
				say("  wrong  %s: %s is %s, not %s", line, theirs, ours, value)
			}
		}
		if _, proposed := got.lines[line]; open && proposed {
			s.hand++
			say("  hand   %s: its map", line)
		}
	}
	return s, findings
}

// writtenLines reads the lines of a mapping.
func writtenLines(t *testing.T, mapping string) writtenMapping {
	t.Helper()
	var file map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(mapping), &file))
	out := writtenMapping{map[string]string{}, map[string]map[string]string{}}
	if auth, ok := file["auth"].(map[string]any); ok {
		for _, name := range []string{"header", "prefix", "query", "basic"} {
			if auth[name] != nil && !(name == "header" && auth[name] == "Authorization") {
				out.lines["auth."+name] = fmt.Sprint(auth[name])
			}
		}
	}
	if limits, ok := file["limits"].([]any); ok {
		out.lines["limits"] = fmt.Sprint(limits[0])
	}
	if kind := file["idempotency"].(map[string]any)["kind"]; kind != "none" {
		out.lines["idempotency.kind"] = fmt.Sprint(kind)
	}
	for _, name := range []string{"products", "orders", "create_order"} {
		if op, ok := file[name].(map[string]any); ok {
			out.operation(name, op)
		}
	}
	return out
}

func (w *writtenMapping) operation(name string, op map[string]any) {
	for key, value := range op {
		switch v := value.(type) {
		case string:
			if key == "request" || key == "order" && v != "." && name != "create_order" {
				w.lines[name+"."+key] = v
			}
		case map[string]any:
			switch key {
			case "paging":
				for _, part := range []string{"kind", "page", "per_page"} {
					if v[part] != nil {
						w.lines[name+".paging."+part] = fmt.Sprint(v[part])
					}
				}
			case "answer", "query", "constants":
				for part, at := range v {
					w.lines[name+"."+key+"."+part] = writtenPlace(at)
				}
			case "fields", "body":
				if key == "fields" && name == "create_order" {
					continue
				}
				w.fields(name, v)
			case "variants":
				w.lines[name+".variants"] = fmt.Sprint(v["at"])
				w.fields(name+".variants", v["fields"].(map[string]any))
			}
		}
	}
	if name == "create_order" && op["order"] != nil && op["order"] != "." {
		w.lines["create_order.order"] = fmt.Sprint(op["order"])
	}
}

func (w *writtenMapping) fields(name string, fields map[string]any) {
	for field, value := range fields {
		line := name + "." + field
		w.lines[line] = writtenPlace(value)
		v, ok := value.(map[string]any)
		if !ok {
			continue
		}
		if inner, ok := v["fields"].(map[string]any); ok {
			w.fields(line, inner)
		}
		if values, ok := v["map"].(map[string]any); ok {
			w.maps[line] = map[string]string{}
			for theirs, ours := range values {
				w.maps[line][theirs] = fmt.Sprint(ours)
			}
		}
	}
}

// writtenPlace writes a line's right side in one text.
func writtenPlace(value any) string {
	v, ok := value.(map[string]any)
	if !ok {
		return fmt.Sprint(value)
	}
	switch {
	case v["value"] != nil:
		return fmt.Sprint(v["value"])
	case v["header"] != nil:
		return "header " + fmt.Sprint(v["header"])
	case v["jq"] != nil && strings.Contains(fmt.Sprint(v["jq"]), "in_stock"):
		return "by quantity"
	case v["at"] == nil:
		return fmt.Sprint(v)
	}
	text := fmt.Sprint(v["at"])
	if several, ok := v["at"].([]any); ok {
		var parts []string
		for _, part := range several {
			parts = append(parts, fmt.Sprint(part))
		}
		text = strings.Join(parts, " + ")
	}
	for _, with := range []struct{ key, sign string }{{"lookup", " lookup "}, {"take", " "}, {"scale", " x"}, {"as", " "}, {"without", " without "}, {"minor", " minor "}} {
		if v[with.key] != nil {
			text += with.sign + fmt.Sprint(v[with.key])
		}
	}
	return text
}
