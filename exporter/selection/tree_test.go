package selection

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

const starredCSV = "category,code\n" +
	"* > Чайники,1\n" +
	"*>кухня,2\n" +
	"* > Дача > Чайники,3\n" +
	"Дім > Сад,4\n" +
	"77,5\n" +
	"* > Дача > Кухня,6\n"

// A row with a star is found by names alone, after every row with an id or a path.
func TestStarredRows(t *testing.T) {
	m := readCategories(t, starredCSV)
	for _, test := range []struct {
		category supplier.Category
		code     string // "" where there is none
		why      string
	}{
		{category("1", "Дім", "ЧАЙНИКИ"), "1", "the name, in any case"},
		{category("2", "Чайники"), "1", "at the root as well"},
		{category("3", "Дім", "Чайники", "Скляні"), "1", "with what lies below"},
		{category("4", "Дім", "Кухня", "Чайники"), "1", "the deeper name goes before the one above it"},
		{category("5", "Чайники", "Кухня"), "2", "the deeper name, whatever the order of the rows"},
		{category("6", "Дача", "Чайники"), "3", "the longer chain"},
		{category("7", "Сад", "Дача", "Чайники", "Скляні"), "3", "the longer chain, anywhere"},
		{category("8", "Дача", "Кухня", "Чайники"), "1", "a deeper name goes before a longer chain above it"},
		{category("9", "Дача", "Інше", "Чайники"), "1", "the names of a chain follow each other"},
		{category("10", "Дім", "Сад", "Чайники"), "4", "a path above it goes before a name"},
		{category("77", "Дім", "Чайники"), "5", "an id goes before a name"},
		{supplier.Category{ID: "11", Name: "Чайники"}, "1", "a name without a path"},
		{category("12", "Дім", "Електрочайники"), "", "a part of a name is not the name"},
		{category("13", "Дім"), "", "none of the names"},
		{supplier.Category{}, "", "no category"},
	} {
		for range 2 {
			row, ok := m.Lookup(&test.category)
			require.Equal(t, test.code != "", ok, test.why)
			require.Equal(t, test.code, row.Get("code"), test.why)
		}
	}
}

func TestStarredRowsRefuse(t *testing.T) {
	for data, want := range map[string]string{
		"category,code\n*,1\n":                          `c.csv:2: the category "*" has a star in the place of a name`,
		"category,code\n* > ,1\n":                       `c.csv:2: the category "* >" has a star in the place of a name`,
		"category,code\nДім > *,1\n":                    `c.csv:2: the category "Дім > *" has a star in the place of a name`,
		"category,code\n* > Дім > * > Ножі,1\n":         `c.csv:2: the category "* > Дім > * > Ножі" has a star in the place of a name`,
		"category,code\n* > Дім,1\nДім,2\n*>  дім ,3\n": `c.csv:4: the category "*>  дім" stands in line 2 already`,
	} {
		_, err := ReadCategoryMap("c.csv", []byte(data))
		require.EqualError(t, err, want)
		mistake, ok := errors.AsType[*Error](err)
		require.True(t, ok)
		require.NotEmpty(t, mistake.Hint())
	}
	_, err := (&Filter{Categories: Names{"Дім", "Сад > *"}}).Compile(nil)
	require.EqualError(t, err, `filter: categories has the entry "Сад > *", with a star in the place of a name`)
}

// A row with a star that no product needs is named, with the chain that was probably meant.
func TestUnusedStarredRows(t *testing.T) {
	m := readCategories(t, "category,code\nДім,1\n* > Чайники,2\n* > Кухня > Тарілкі,3\n* > Ножi,4\n")
	for _, c := range []supplier.Category{category("1", "Дім", "Чайники"), category("2", "Дача", "Кухня", "Тарілки"), category("3", "Сад", "Ножі", "Складані")} {
		m.Lookup(&c)
	}
	require.Equal(t, `rows of category_map that match no product: 3, such as "* > Чайники" (line 3), `+
		`"* > Кухня > Тарілкі" (line 4; did you mean "* > кухня > тарілки"?), "* > Ножi" (line 5; did you mean "* > ножі"?)`, m.Unused().String())
}

// A filter's lists know the star, too.
func TestStarredFilter(t *testing.T) {
	s := compile(t, Filter{Categories: Names{"* > Чайники", "* > Ліжка"}, NotCategories: Names{"* > Дача > Чайники"}}, nil)
	for want, c := range map[bool]supplier.Category{
		true:  category("1", "Дім", "Чайники", "Скляні"),
		false: category("2", "Сад", "Дача", "Чайники"),
	} {
		require.Equal(t, want, s.Takes(&supplier.Product{Category: c}, money.Amount{}, true))
	}
	require.Equal(t, []string{`categories "* > Ліжка": no product has it`}, english(s.Unused()))
}

func TestRowHas(t *testing.T) {
	m := readCategories(t, "category,code,name\nДім,1,\n")
	home := category("1", "Дім")
	row, ok := m.Lookup(&home)
	require.True(t, ok)
	require.True(t, row.Has("name"), "though its cell is blank")
	require.False(t, row.Has("google"))
	require.False(t, Row{}.Has("name"))
}
