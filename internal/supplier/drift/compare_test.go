package drift

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// seen is a profile of one field at "a|b" in a number of rows.
func seen(rows, present int, change ...func(*FieldProfile)) Profile {
	f := FieldProfile{Field: "rrp", Place: "a|b", Rows: rows, Present: present, Filled: present,
		Paths: []PathProfile{{Path: "a", Types: map[string]int{}}, {Path: "b", Types: map[string]int{}}}}
	for _, c := range change {
		c(&f)
	}
	return Profile{Operation: "products", Rows: rows, Fields: []FieldProfile{f}}
}

func typed(path int, kind string, n int) func(*FieldProfile) {
	return func(f *FieldProfile) { f.Paths[path].Types[kind] = n }
}

func valued(values ...string) func(*FieldProfile) {
	return func(f *FieldProfile) { f.Values = values }
}

func ruled(r valueRules) func(*FieldProfile) {
	return func(f *FieldProfile) { r.closed = true; f.rules = r }
}

func set(words ...string) map[string]bool {
	out := map[string]bool{}
	for _, word := range words {
		out[word] = true
	}
	return out
}

func middle(n int64) func(*FieldProfile) {
	return func(f *FieldProfile) { f.Middle = n }
}

// of is a profile of another operation.
func of(operation string, p Profile) Profile {
	p.Operation = operation
	return p
}

func TestCompare(t *testing.T) {
	none := Profile{}
	status := ruled(valueRules{words: set("new", "shipped")})
	for name, c := range map[string]struct {
		before, now Profile
		want        string // kind and detail of each, a line
	}{
		"as before":                     {seen(50, 50), seen(50, 50), ""},
		"gone":                          {seen(200, 200), seen(50, 0), "gone rrp: a|b was in 200 of 200 rows and is in none of 50\n"},
		"gone, one in a hundred lacked": {seen(200, 198), seen(50, 0), "gone rrp: a|b was in 198 of 200 rows and is in none of 50\n"},
		"gone, few but all":             {seen(5, 5), seen(5, 0), "gone rrp: a|b was in 5 of 5 rows and is in none of 5\n"},
		"too few before":                {seen(4, 4), seen(50, 0), ""},
		"few and not all":               {seen(19, 18), seen(50, 0), "gone rrp: a|b was in 18 of 19 rows and is in none of 50\n"},
		"not steady":                    {seen(200, 120), seen(50, 0), "gone rrp: a|b was in 120 of 200 rows and is in none of 50\n"},
		"rare, so perhaps by chance":    {seen(200, 20), seen(50, 0), ""},
		"not of products":               {of("orders", seen(200, 120)), of("orders", seen(50, 0)), ""},
		"sparse":                        {seen(200, 190), seen(50, 20), "sparse rrp: a|b has a value in 20 of 50 rows, and had one in 190 of 200\n"},
		"a little rarer":                {seen(200, 190), seen(50, 30), ""},
		"sparse, of orders":             {of("orders", seen(200, 190)), of("orders", seen(50, 20)), ""},
		"amounts in another unit":       {seen(50, 50, middle(450)), seen(50, 50, middle(45000)), "scale rrp: half of the amounts at a|b are from about 45000 on, and were from about 450 on\n"},
		"amounts without their decimals": {seen(50, 50, middle(45000)), seen(50, 50, middle(450)),
			"scale rrp: half of the amounts at a|b are from about 450 on, and were from about 45000 on\n"},
		"dearer goods first":     {seen(50, 50, middle(450)), seen(50, 50, middle(4500)), ""},
		"no amounts seen before": {seen(50, 50), seen(50, 50, middle(450)), ""},
		"too few now":            {seen(200, 200), seen(4, 0), ""},
		"in one row still":       {seen(200, 200), seen(50, 1), "sparse rrp: a|b has a value in 1 of 50 rows, and had one in 200 of 200\n"},
		"nothing learned":        {none, seen(50, 0), ""},
		"empty": {seen(200, 200), seen(50, 50, func(f *FieldProfile) { f.Filled = 0 }),
			"empty rrp: a|b had a value in 200 of 200 rows and is empty in all 50\n"},
		"empty before, too": {seen(200, 200, func(f *FieldProfile) { f.Filled = 0 }), seen(50, 50, func(f *FieldProfile) { f.Filled = 0 }), ""},
		"another type": {seen(50, 50, typed(0, "a text", 50)), seen(50, 50, typed(0, "a text", 20), typed(0, "a number", 30)),
			"type rrp: a is a number in 30 of 50 values, and was always a text\n"},
		"two more types": {seen(50, 50, typed(0, "a text", 50)), seen(50, 50, typed(0, "true or false", 20), typed(0, "an object", 30)),
			"type rrp: a is an object or true or false in 50 of 50 values, and was always a text\n"},
		"another type, few seen":     {seen(4, 4, typed(0, "a text", 4)), seen(50, 50, typed(0, "a number", 50)), ""},
		"one of two types":           {seen(50, 50, typed(0, "a text", 49), typed(0, "a number", 1)), seen(50, 50, typed(0, "a number", 50)), ""},
		"the alternative takes over": {seen(50, 50, typed(0, "a text", 50)), seen(50, 50, typed(1, "a number", 50)), ""},
		"a new known word":           {seen(50, 50, valued("new")), seen(50, 50, valued("new", "shipped"), status), ""},
		"a new word": {seen(50, 50, valued("new")), seen(50, 50, valued("held", "new"), status),
			"value rrp: \"held\" was never seen before\n"},
		"a word, nothing learned": {none, seen(50, 50, valued("held"), status), ""},
		"a word without a map": {seen(50, 50, valued("1")), seen(50, 50, valued("1", "2", "new"), ruled(valueRules{words: set("new"), mapped: set("1")})),
			"unmapped_value rrp: the map has no \"2\", which stays as it is\n"},
		"not in the map, nothing learned": {none, seen(2, 2, valued("1", "2"), ruled(valueRules{mapped: set("1")})),
			"unmapped_value rrp: the map has no \"2\", which stays as it is\n"},
		"not in the map, accepted":     {seen(9, 9, valued("2")), seen(9, 9, valued("2"), ruled(valueRules{mapped: set("1")})), ""},
		"the map says what others are": {none, seen(9, 9, valued("2"), ruled(valueRules{mapped: set("1"), other: true})), ""},
		"a new one of the others": {seen(9, 9, valued("1")), seen(9, 9, valued("2"), ruled(valueRules{mapped: set("1"), other: true})),
			"value rrp: \"2\" was never seen before\n"},
		"no vocabulary": {seen(9, 9, valued("2")), seen(9, 9, func(f *FieldProfile) { f.Open = true }, status), ""},
		"empty list":    {seen(50, 50), Profile{Operation: "products"}, "empty the list is empty, and had 50 rows before\n"},
		"no orders now": {Profile{Operation: "orders", Rows: 50}, Profile{Operation: "orders"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			for _, d := range Compare(c.before, c.now) {
				got += string(d.Kind) + " " + d.Detail + "\n"
				require.Equal(t, "products", d.Operation)
				require.NotEmpty(t, d.Mend)
				require.Equal(t, d.Kind == Value || d.Kind == Unmapped, d.Minor)
			}
			require.Equal(t, c.want, got)
		})
	}
}

// TestLooseTypesAreMinor: where types are loose, 5 for "5" is read as before; an object is not.
func TestLooseTypesAreMinor(t *testing.T) {
	before := seen(50, 50, typed(0, "a text", 50))
	loose := func(f *FieldProfile) { f.rules.loose = true }
	require.True(t, Compare(before, seen(50, 50, typed(0, "a number", 50), loose))[0].Minor)
	require.False(t, Compare(before, seen(50, 50, typed(0, "an object", 50), loose))[0].Minor)
}

// TestLearning: what drifted goes on being told until it is accepted; the rest is learned.
func TestLearning(t *testing.T) {
	learned := seen(200, 200, typed(0, "a text", 200), valued("new"))
	gone := seen(50, 0, ruled(valueRules{words: set("new")}))
	drifts := Compare(learned, gone)
	require.Len(t, drifts, 1)
	again := Learn(learned, gone, drifts, false)
	require.Equal(t, 200, again.Fields[0].Rows, "nothing is learned from what drifted")
	require.Equal(t, drifts[0].Detail, Compare(again, gone)[0].Detail)
	require.Empty(t, Compare(Learn(learned, gone, drifts, true), gone))

	held := seen(50, 50, typed(0, "a text", 50), valued("held", "new"), ruled(valueRules{words: set("new")}))
	drifts = Compare(learned, held)
	require.Len(t, drifts, 1)
	again = Learn(learned, held, drifts, false)
	require.Equal(t, 250, again.Fields[0].Present, "a new word does not stand in the way of the rest")
	require.Len(t, Compare(again, held), 1)
	accepted := Learn(learned, held, drifts, true)
	require.Equal(t, []string{"held", "new"}, accepted.Fields[0].Values)
	require.Empty(t, Compare(accepted, held))
	require.Equal(t, []string{"held", "new"}, held.Fields[0].Values, "a sample stays what it is")

	loose := seen(50, 50, typed(0, "a number", 50), func(f *FieldProfile) { f.rules.loose = true })
	drifts = Compare(learned, loose)
	require.Len(t, Compare(Learn(learned, loose, drifts, false), loose), 1)
	require.Empty(t, Compare(Learn(learned, loose, drifts, true), loose))

	empty := Profile{Operation: "products"}
	drifts = Compare(learned, empty)
	require.Equal(t, learned, Learn(learned, empty, drifts, false))
	learned.Operation = "orders"
	require.Equal(t, learned, Learn(learned, Profile{Operation: "orders"}, nil, false), "a list that is empty for a while teaches nothing")
	learned.Operation = "products"
	require.Empty(t, Compare(Learn(learned, empty, drifts, true), empty))
}

func TestEvidenceFades(t *testing.T) {
	learned := Profile{}
	now := seen(50, 0, typed(1, "a text", 1))
	for range 100 {
		learned = Learn(learned, seen(50, 50, typed(0, "a text", 50)), nil, false)
		require.LessOrEqual(t, learned.Fields[0].Rows, maxLearned)
	}
	require.Equal(t, learned.Fields[0].Rows, learned.Fields[0].Present)
	for range 200 {
		learned = Learn(learned, now, nil, false)
	}
	require.Empty(t, Compare(learned, now), "what was long ago is forgotten")
	require.Positive(t, learned.Fields[0].Paths[0].Types["a text"], "a type that was seen stays known")

	many := seen(50, 50)
	for n := range maxValues + 1 {
		many.Fields[0].note(fmt.Sprint(n))
	}
	require.True(t, many.Fields[0].Open)
	require.Empty(t, many.Fields[0].Values)
	require.True(t, Learn(many, seen(50, 50, valued("x")), nil, false).Fields[0].Open)
}

// TestProfilesAreKept: a profile that went through a file compares like the one in memory.
func TestProfilesAreKept(t *testing.T) {
	data, err := json.Marshal(seen(200, 200, typed(0, "a text", 200), valued("new")))
	require.NoError(t, err)
	var kept Profile
	require.NoError(t, json.Unmarshal(data, &kept))
	require.Empty(t, Compare(kept, seen(50, 50, typed(0, "a text", 50), valued("new"))))
	require.Len(t, Compare(kept, seen(50, 0)), 1)

	moved := seen(50, 0)
	moved.Fields[0].Place = "c"
	require.Empty(t, Compare(kept, moved), "a place that the mapping has newly begins anew")
	require.Len(t, Learn(kept, moved, nil, false).Fields, 1, "a place that it has no more is forgotten")
}

// TestSidesOfAChange: each change has what was and what is, and where there is one an example of
// the new side.
func TestSidesOfAChange(t *testing.T) {
	texts := seen(50, 50, typed(0, "a text", 50))
	numbers := seen(50, 50, func(f *FieldProfile) {
		f.Paths[0].note(`"an old one"`, 1)
		f.Paths[0].note("12.50", 49)
		f.Paths[0].note("13", 1)
	})
	for name, c := range map[string]struct {
		before, now Profile
		was, is     Seen
		example     string
	}{
		"gone":   {seen(200, 198), seen(50, 0), Seen{Rows: 200, Having: 198}, Seen{Rows: 50}, ""},
		"type":   {texts, numbers, Seen{Types: []string{"a text"}}, Seen{Types: []string{"a number", "a text"}}, "12.50"},
		"value":  {seen(50, 50, valued("a", "b", "c", "d", "e", "f")), seen(50, 50, valued("z"), ruled(valueRules{})), Seen{Values: []string{"a", "b", "c", "d", "e"}}, Seen{Values: []string{"z"}}, ""},
		"sparse": {seen(100, 95), seen(100, 20, typed(0, "a text", 0), func(f *FieldProfile) { f.Paths[1].note(`"there"`, 1) }), Seen{Rows: 100, Having: 95}, Seen{Rows: 100, Having: 20}, "there"},
		"scale":  {seen(50, 50, middle(45)), seen(50, 50, middle(4500)), Seen{Middle: 45}, Seen{Middle: 4500}, ""},
	} {
		changes := Compare(c.before, c.now)
		require.Len(t, changes, 1, name)
		require.Equal(t, c.was, changes[0].Was, name)
		require.Equal(t, c.is, changes[0].Is, name)
		require.Equal(t, c.example, changes[0].Example, name)
	}
	found := Compare(Profile{Operation: "products", Rows: 50, Names: []string{"a"}, Fields: seen(50, 50).Fields}, Profile{Operation: "products", Rows: 50, Names: []string{"prices.a"}, Fields: seen(50, 0).Fields})
	require.Equal(t, "prices.a", found[0].Example, "where the value may be now")
	data, err := json.Marshal(found)
	require.NoError(t, err)
	require.NotContains(t, string(data), "Example", "values are for who looks at the page alone")
}
