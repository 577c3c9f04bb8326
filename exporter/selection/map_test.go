package selection

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

const categoriesCSV = "\ufeffCategory;Code;Name;Portal ID\r\n" +
	"12;2866;Електрочайники;\r\n" +
	"\"Дім > Кухня\";100;\"Кухня; дрібне\";77\r\n" +
	"Сад;200;Сад;\r\n" +
	"5;500;За номером;\r\n"

func readCategories(t testing.TB, data string) *CategoryMap {
	t.Helper()
	m, err := ReadCategoryMap("c.csv", []byte(data))
	require.NoError(t, err)
	return m
}

func TestCategoryMap(t *testing.T) {
	m := readCategories(t, categoriesCSV)
	require.Equal(t, []string{"code", "name", "portal_id"}, m.Columns())
	for _, test := range []struct {
		category supplier.Category
		code     string // "" where there is none
	}{
		{category("12", "Дім", "Кухня", "Чайники"), "2866"},
		{category("13", "ДІМ", " кухня"), "100"},
		{category("14", "Дім", "Кухня", "Ножі", "Сталеві"), "100"},
		{category("15", "Дім"), ""},
		{category("16", "Дім", "Кухня2"), ""},
		{supplier.Category{ID: "17", Name: "САД"}, "200"},
		{category("5", "Спальня"), "500"},
		{category("18", "Спальня", "Лампи"), ""},
		{supplier.Category{}, ""},
	} {
		for range 2 {
			row, ok := m.Lookup(&test.category)
			require.Equal(t, test.code != "", ok, test.category)
			require.Equal(t, test.code, row.Get("code"), test.category)
			peeked, _ := m.Peek(&test.category)
			require.Equal(t, row, peeked)
		}
	}
	kitchen := category("13", "Дім", "Кухня")
	row, _ := m.Lookup(&kitchen)
	require.Equal(t, "Кухня; дрібне", row.Get("name"))
	require.Equal(t, "77", row.Get("portal_id"))
	require.Equal(t, "Дім > Кухня", row.Get("category"))
	require.Equal(t, "", row.Get("rz_id"))
	require.Equal(t, "", Row{}.Get("code"))
}

func TestCategoryMapLearn(t *testing.T) {
	m := readCategories(t, categoriesCSV)
	for _, c := range []supplier.Category{category("5", "Спальня"), category("12", "Дім", "Кухня")} {
		m.Learn(&c)
	}
	lamps := category("18", "Спальня", "Лампи")
	row, ok := m.Lookup(&lamps)
	require.True(t, ok)
	require.Equal(t, "500", row.Get("code"))
	knives := category("19", "Дім", "Кухня", "Ножі")
	row, _ = m.Lookup(&knives)
	require.Equal(t, "100", row.Get("code"), "the row with the path goes before what was learned")
}

func TestUnmapped(t *testing.T) {
	m := readCategories(t, categoriesCSV)
	ask := func(times int, c supplier.Category) {
		for range times {
			m.Lookup(&c)
		}
	}
	ask(2, category("20", "Спорт", "М'ячі"))
	ask(3, supplier.Category{})
	ask(2, category("21", "Авто"))
	ask(5, category("12", "Дім", "Кухня", "Чайники"))
	only := category("22", "Лише переглянута")
	m.Peek(&only)
	list, beyond := m.Unmapped()
	require.Equal(t, []Unmapped{{Lookups: 3}, {"21", "Авто", 2}, {"20", "Спорт > М'ячі", 2}}, list)
	require.Zero(t, beyond)
}

// A hostile supplier has a new category for each product.
func TestUnmappedIsBounded(t *testing.T) {
	m := readCategories(t, categoriesCSV)
	for i := range memoLimit + 5 {
		c := supplier.Category{ID: fmt.Sprint("x", i), Name: "x"}
		_, ok := m.Lookup(&c)
		require.False(t, ok)
	}
	known := category("12", "Чайники")
	row, ok := m.Lookup(&known)
	require.True(t, ok)
	require.Equal(t, "2866", row.Get("code"))
	list, beyond := m.Unmapped()
	require.Len(t, list, memoLimit)
	require.EqualValues(t, 5, beyond)
}

func TestCategoryMapRefuses(t *testing.T) {
	for data, want := range map[string]string{
		"":                                    "c.csv: the file is empty",
		"category,code\n":                     "c.csv: the file has a heading row and nothing below it",
		"categories,code\n1,2\n":              `c.csv:1: no column "category" in the first row: "categories", "code"`,
		"category\n1\n":                       "c.csv:1: the file has no column of the target",
		"category,code,Code\n1,2,3\n":         `c.csv:1: two columns are called "code"`,
		"category,code\n1,2\n3,\n":            `c.csv:3: "3" has no code`,
		"category,code\n1,2\n\n,4\n":          "c.csv:4: the row has no category",
		"category,name,x\n1,,\n":              `c.csv:2: "1" has nothing of the target`,
		"category,code\n1,2,3\n":              `c.csv:2: the cell "3" stands under no heading`,
		"category,code,\n1,2,3\n":             `c.csv:2: the cell "3" stands under no heading`,
		"category,code\n1,2\nA > B,3\n a>b,4": `c.csv:4: the category "a>b" stands in line 3 already`,
		"category,code\n>,2\n":                `c.csv:2: the category ">" names none`,
		"category,code\n1,2\"\n":              `c.csv:2: a quotation mark stands in a field without quotes`,
	} {
		_, err := ReadCategoryMap("c.csv", []byte(data))
		require.EqualError(t, err, want)
		mistake, ok := errors.AsType[*Error](err)
		require.True(t, ok)
		require.NotEmpty(t, mistake.Mend)
	}
	_, err := ReadCategoryMap("c.csv", []byte("categry,code\n1,2\n"))
	mistake, _ := errors.AsType[*Error](err)
	require.Equal(t, `the heading row needs a column "category"; is it "categry"?`, mistake.Hint())
}

const attributesCSV = "name\tvalue\tcode\tvalue_code\tmeasure\n" +
	"Колір\t\tbarva\t\t\n" +
	"Колір\tСиній\tbarva\t42\t\n" +
	"Об'єм\t\tvol\t\tл\n" +
	"Матеріал\tСталь\tmat\t7\t\n"

func TestAttributeMap(t *testing.T) {
	m, err := ReadAttributeMap("a.csv", []byte(attributesCSV))
	require.NoError(t, err)
	require.Equal(t, []string{"code", "value_code", "measure"}, m.Columns())
	for _, test := range []struct{ name, value, code, valueCode string }{
		{"Колір", "Синій", "barva", "42"},
		{" КОЛІР", "синій ", "barva", "42"},
		{"Колір", "Червоний", "barva", ""},
		{"Колір", "", "barva", ""},
		{"Об’єм", "1,7", "vol", ""},
		{"Матеріал", "сталь", "mat", "7"},
		{"Матеріал", "Скло", "", ""},
		{"Матеріал", "", "", ""},
		{"Вага", "3", "", ""},
		{"", "x", "", ""},
	} {
		for range 2 {
			row, ok := m.Lookup(test.name, test.value)
			require.Equal(t, test.code != "", ok, test)
			require.Equal(t, test.code, row.Get("code"), test)
			require.Equal(t, test.valueCode, row.Get("value_code"), test)
		}
	}
	require.Equal(t, []supplier.Attribute{{}, {Name: "Вага"}, {Name: "Матеріал"}, {Name: "Матеріал", Value: "Скло"}}, m.Unmapped())
}

func TestAttributeMapWithoutValues(t *testing.T) {
	m, err := ReadAttributeMap("a.csv", []byte("name,target_name\nКолір,Colour\n"))
	require.NoError(t, err)
	row, ok := m.Lookup("колір", "x")
	require.True(t, ok)
	require.Equal(t, "Colour", row.Get("target_name"))
}

func TestAttributeMapRefuses(t *testing.T) {
	for data, want := range map[string]string{
		"value,code\nx,1\n":                      `a.csv:1: no column "name" in the first row: "value", "code"`,
		"name,value\nx,1\n":                      "a.csv:1: the file has no column of the target",
		"name,value,code\n,x,1\n":                "a.csv:2: the row has no name",
		"name,value,code\nA,x,\n":                `a.csv:2: "A" has no code`,
		"name,value,code\nA,x,1\nA,,2\na,X ,3\n": `a.csv:4: the attribute "a", "X" stands in line 2 already`,
		"name,value,code\nA,,1\nB,,1\na,,3\n":    `a.csv:4: the attribute "a", "" stands in line 2 already`,
	} {
		_, err := ReadAttributeMap("a.csv", []byte(data))
		require.EqualError(t, err, want)
	}
}

// Workers ask at once, and every answer and count is as if they had asked in turn.
func TestConcurrentUse(t *testing.T) {
	s := compile(t, Filter{NotCategories: Names{"Дім > Кухня"}, NotBrands: Names{"brand 3"}, NotSKUs: "n"}, map[string]string{"n": "SKU-7\n"})
	m := readCategories(t, categoriesCSV)
	a, err := ReadAttributeMap("a.csv", []byte(attributesCSV))
	require.NoError(t, err)
	const workers, products = 8, 500
	var taken [workers]int
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for i := range products {
				p := supplier.Product{SKU: fmt.Sprint("SKU-", i), Brand: fmt.Sprint("Brand ", i%10),
					Category: category(fmt.Sprint(100+i%5), "Дім", [...]string{"Кухня", "Сад", "Спальня", "Ванна", "Гараж"}[i%5])}
				if s.Takes(&p, money.Amount{}, true) {
					taken[w]++
				}
				m.Lookup(&p.Category)
				a.Lookup("Колір", p.SKU)
				s.Unused()
			}
		})
	}
	group.Wait()
	for _, n := range taken {
		// A fifth is in the kitchen; brand 3 is a tenth, none of it in the kitchen; SKU-7 is neither.
		require.Equal(t, 500-100-50-1, n)
	}
	require.Empty(t, s.Unused())
	list, _ := m.Unmapped()
	require.Len(t, list, 4)
	for _, u := range list {
		require.EqualValues(t, workers*100, u.Lookups)
	}
}

// TestUnusedRows: rows that match no product are counted and some of them named, with their lines.
func TestUnusedRows(t *testing.T) {
	categories, err := ReadCategoryMap("c.csv", []byte("category,code\nДім > Кухня,1\nЧайники,2\n77,3\nСад,4\n"))
	require.NoError(t, err)
	for _, c := range []supplier.Category{category("12", "Дім", "Кухня", "Чайники")} {
		_, found := categories.Lookup(&c)
		require.True(t, found)
	}
	garden := category("15", "Сад", "Лійки")
	_, found := categories.Peek(&garden)
	require.True(t, found)
	require.Equal(t, `rows of category_map that match no product: 2, such as "Чайники" (line 3; did you mean "Дім > Кухня > Чайники"?), "77" (line 4)`, categories.Unused().String())

	attributes, err := ReadAttributeMap("a.csv", []byte("name,value,code\nКолір,білий,1\nКолір,,2\nРозмір,,3\n"))
	require.NoError(t, err)
	attributes.Know([]supplier.Attribute{{Name: "колір", Value: "синій"}, {Name: "Вага", Value: "3"}})
	require.Equal(t, `rows of attribute_map that match no product: 2, such as "Колір: білий" (line 2), "Розмір" (line 4)`, attributes.Unused().String())
	attributes.Know([]supplier.Attribute{{Name: "Розмір", Value: "S"}})
	require.Equal(t, `a row of attribute_map matches no product: "Колір: білий" (line 2)`, attributes.Unused().String())
	_, found = attributes.Lookup("КОЛІР", "Білий")
	require.True(t, found)
	require.Empty(t, attributes.Unused())
	require.Empty(t, attributes.Unmapped(), "what is only known was not looked up")
}
