package selection

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// category is one with its path, from the root.
func category(id string, path ...string) supplier.Category {
	return supplier.Category{ID: id, Name: path[len(path)-1], Path: path}
}

func kettle() supplier.Product {
	return supplier.Product{
		SKU: "KB-01", Brand: "Стежка & Co", Category: category("12", "Дім", "Кухня", "Чайники"),
		Images: []string{"https://img.example/1.jpg"},
	}
}

// files reads lists of SKUs from memory.
func files(content map[string]string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if text, ok := content[name]; ok {
			return []byte(text), nil
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
}

func compile(t testing.TB, f Filter, content map[string]string) *Selector {
	t.Helper()
	s, err := f.Compile(files(content))
	require.NoError(t, err)
	return s
}

func TestTakes(t *testing.T) {
	lists := map[string]string{"with": "x\nKB-01\n", "without": "x\nkb-01\n"}
	price := money.Must("799.00")
	tests := []struct {
		name   string
		filter Filter
		want   bool
	}{
		{"no condition", Filter{}, true},
		{"its category by id", Filter{Categories: Names{"12"}}, true},
		{"its category by id, with blanks", Filter{Categories: Names{" 12 "}}, true},
		{"another id", Filter{Categories: Names{"1"}}, false},
		{"its path", Filter{Categories: Names{"Дім > Кухня > Чайники"}}, true},
		{"a path above", Filter{Categories: Names{"дім>КУХНЯ"}}, true},
		{"the root", Filter{Categories: Names{"Дім"}}, true},
		{"a path that only begins alike", Filter{Categories: Names{"Дім > Кух"}}, false},
		{"a path below", Filter{Categories: Names{"Дім > Кухня > Чайники > Сталеві"}}, false},
		{"a name in the middle", Filter{Categories: Names{"Кухня"}}, false},
		{"one of two categories", Filter{Categories: Names{"Сад", "Дім"}}, true},
		{"not its root", Filter{NotCategories: Names{"Дім"}}, false},
		{"not its id", Filter{NotCategories: Names{"12"}}, false},
		{"not another", Filter{NotCategories: Names{"Сад"}}, true},
		{"a part cut out", Filter{Categories: Names{"Дім"}, NotCategories: Names{"Дім > Кухня"}}, false},
		{"what is not wanted goes first", Filter{Categories: Names{"12"}, NotCategories: Names{"Дім"}}, false},
		{"its brand", Filter{Brands: Names{"  стежка  &  CO "}}, true},
		{"another brand", Filter{Brands: Names{"Стежка"}}, false},
		{"not its brand", Filter{NotBrands: Names{"СТЕЖКА & CO"}}, false},
		{"not another brand", Filter{NotBrands: Names{"Стежка"}}, true},
		{"in stock", Filter{InStock: true}, true},
		{"has a picture", Filter{HasPicture: true}, true},
		{"price from below", Filter{PriceFrom: "798.99"}, true},
		{"price from itself", Filter{PriceFrom: "799"}, true},
		{"price from above", Filter{PriceFrom: "799.01"}, false},
		{"price to itself", Filter{PriceTo: "799.000"}, true},
		{"price to below", Filter{PriceTo: "798.999"}, false},
		{"a band of one price", Filter{PriceFrom: "799", PriceTo: "799"}, true},
		{"its SKU", Filter{SKUs: "with"}, true},
		{"an SKU of other letters", Filter{SKUs: "without"}, false},
		{"not its SKU", Filter{NotSKUs: "with"}, false},
		{"not an SKU of other letters", Filter{NotSKUs: "without"}, true},
		{"listed and not listed", Filter{SKUs: "with", NotSKUs: "with"}, false},
		{"all at once", Filter{Categories: Names{"Дім"}, NotCategories: Names{"Сад"}, Brands: Names{"стежка & co"}, NotBrands: Names{"x"},
			InStock: true, HasPicture: true, PriceFrom: "1", PriceTo: "1000", SKUs: "with", NotSKUs: "without"}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := compile(t, test.filter, lists)
			p := kettle()
			require.Equal(t, test.want, s.Takes(&p, price, true))
			require.Equal(t, test.want, s.Takes(&p, price, true), "the answer that was kept")
		})
	}
}

func TestTakesBareProduct(t *testing.T) {
	bare := supplier.Product{SKU: "BARE", Images: []string{" "}}
	none := money.Amount{}
	all, err := (*Filter)(nil).Compile(nil)
	require.NoError(t, err)
	require.Nil(t, all)
	require.True(t, all.Takes(&bare, none, false))
	require.True(t, compile(t, Filter{}, nil).Takes(&bare, none, false))
	require.True(t, compile(t, Filter{NotCategories: Names{"Дім"}, NotBrands: Names{"x"}}, nil).Takes(&bare, none, false))
	for _, f := range []Filter{
		{InStock: true}, {HasPicture: true}, {PriceFrom: "0"}, {PriceTo: "10"},
		{Categories: Names{"Дім"}}, {Brands: Names{"x"}},
	} {
		require.False(t, compile(t, f, nil).Takes(&bare, none, false), "%+v", f)
	}
}

// Without a path the category's name is the path.
func TestTakesCategoryWithoutPath(t *testing.T) {
	p := supplier.Product{Category: supplier.Category{ID: "7", Name: "Лампи"}}
	require.True(t, compile(t, Filter{Categories: Names{"лампи"}}, nil).Takes(&p, money.Amount{}, false))
}

// Ids are the same only letter by letter, and two of them may differ in case alone.
func TestTakesIDsOfOneFolding(t *testing.T) {
	s := compile(t, Filter{Categories: Names{"aB3", "Ab3"}}, nil)
	for id, want := range map[string]bool{"aB3": true, "Ab3": true, "ab3": false} {
		p := supplier.Product{Category: category(id, "Дім")}
		require.Equal(t, want, s.Takes(&p, money.Amount{}, true), id)
	}
	require.Empty(t, s.Unused())
}

func TestLearn(t *testing.T) {
	s := compile(t, Filter{Categories: Names{"5"}, NotCategories: Names{"Дім > Кухня > Ножі"}}, nil)
	kitchen := category("5", "Дім", "Кухня")
	s.Learn(&kitchen)
	unlisted := category("6", "Сад")
	s.Learn(&unlisted)
	for id, want := range map[*supplier.Category]bool{
		{ID: "12", Path: []string{"Дім", "Кухня", "Чайники"}}: true,
		{ID: "13", Path: []string{"Дім", "Кухня", "Ножі"}}:    false,
		{ID: "14", Path: []string{"Дім", "Спальня"}}:          false,
		{ID: "15", Path: []string{"Сад", "Лійки"}}:            false,
	} {
		p := supplier.Product{Category: *id}
		require.Equal(t, want, s.Takes(&p, money.Amount{}, true), id)
	}
	require.Empty(t, s.Unreached())
	(*Selector)(nil).Learn(&kitchen)
}

func TestUnreached(t *testing.T) {
	s := compile(t, Filter{Categories: Names{"5", "Сад"}, NotCategories: Names{"12"}}, nil)
	for _, c := range []supplier.Category{
		category("12", "Дім", "Кухня", "Чайники"), category("5", "Дім", "Кухня"), category("13", "Дім", "Кухня", "Ножі"),
		category("14", "Дім"), category("15", "Сад", "Лійки"),
	} {
		p := supplier.Product{Category: c}
		s.Takes(&p, money.Amount{}, true)
	}
	require.Equal(t, []string{
		`categories "5" does not reach "Дім > Кухня > Ножі" below it`,
		`categories "5" does not reach "Дім > Кухня > Чайники" below it`,
	}, english(s.Unreached()))
	require.Empty(t, (*Selector)(nil).Unreached())
}

func TestUnused(t *testing.T) {
	s := compile(t, Filter{
		Categories: Names{"Дім", "Дім > Кухня", "Садъ"}, NotCategories: Names{"99"},
		Brands: Names{"Нема", "Немає", "СТЕЖКА & CO"}, NotBrands: Names{"Ніхто"}, SKUs: "only.csv", NotSKUs: "not.txt", InStock: true,
	}, map[string]string{"only.csv": "sku\nKB-01\nKB-02\n", "not.txt": "# out\nKB-03\n"})
	p := kettle()
	require.False(t, s.Takes(&p, money.Amount{}, false), "another condition refuses it, and it still counts as had")
	require.Equal(t, []string{
		`categories "Садъ": no product has it`, `not_categories "99": no product has it`, `brands "Нема": no product has it`,
		`brands "Немає": no product has it`, `not_brands "Ніхто": no product has it`,
		`skus "KB-02" (only.csv:3): no product has it`, `not_skus "KB-03" (not.txt:2): no product has it`,
	}, english(s.Unused()))
	require.Empty(t, (*Selector)(nil).Unused())
}

// TestUnusedProposesWhatWasMeant: a leaf's name where its path is wanted, and slips of the pen.
func TestUnusedProposesWhatWasMeant(t *testing.T) {
	s := compile(t, Filter{Categories: Names{"Чайники", "Сад > Лійкі", "Кухня"}, Brands: Names{"Стежка", "Мря"}}, nil)
	for _, p := range []supplier.Product{
		{Brand: "Мрія", Category: category("12", "Дім", "Кухня", "Чайники")},
		{Brand: "Обрій", Category: category("13", "Дача", "Кухня", "Чайники")},
		{Brand: "Обрій", Category: category("14", "Сад", "Лійки")},
	} {
		require.False(t, s.Takes(&p, money.Amount{}, true))
	}
	require.Equal(t, []string{
		`categories "Чайники": no product has it; did you mean "Дача > Кухня > Чайники" or "Дім > Кухня > Чайники"?`,
		`categories "Сад > Лійкі": no product has it; did you mean "Сад > Лійки"?`,
		`categories "Кухня": no product has it; did you mean "Дача > Кухня" or "Дім > Кухня"?`,
		`brands "Стежка": no product has it`,
		`brands "Мря": no product has it; did you mean "Мрія"?`,
	}, english(s.Unused()))
}

func TestUnusedIsBounded(t *testing.T) {
	text := ""
	for i := range namedAtMost + 7 {
		text += fmt.Sprintf("SKU-%04d\n", i)
	}
	unused := english(compile(t, Filter{SKUs: "l"}, map[string]string{"l": text}).Unused())
	require.Len(t, unused, namedAtMost+1)
	require.Equal(t, `skus "SKU-0999" (l:1000): no product has it`, unused[namedAtMost-1])
	require.Equal(t, "skus: 7 more", unused[namedAtMost])
}

func TestCompileRefuses(t *testing.T) {
	tests := map[string]Filter{
		"filter: categories is an empty list":                                                      {Categories: Names{}},
		"filter: not_brands is an empty list":                                                      {NotBrands: Names{}},
		`filter: categories has the entry " > ", which names nothing`:                              {Categories: Names{"Дім", " > "}},
		`filter: not_categories has the entry "", which names nothing`:                             {NotCategories: Names{""}},
		`filter: brands has the entry "\t", which names nothing`:                                   {Brands: Names{"\t"}},
		`filter: "ДІМ>Кухня" stands in categories and in not_categories`:                           {Categories: Names{"ДІМ>Кухня"}, NotCategories: Names{"дім > кухня"}},
		`filter: "X" stands in brands and in not_brands`:                                           {Brands: Names{"X"}, NotBrands: Names{"y", "x"}},
		`filter: price_from is "99,50", which is no price`:                                         {PriceFrom: "99,50"},
		`filter: price_to is "-1", which is no price`:                                              {PriceTo: "-1"},
		`filter: price_to is "100 грн", which is no price`:                                         {PriceTo: "100 грн"},
		`filter: price_from 10 is above price_to 9.99, so that no product is within`:               {PriceFrom: "10", PriceTo: "9.99"},
		"empty.txt: the list holds no SKU":                                                         {SKUs: "empty.txt"},
		"comments.txt: the list holds no SKU":                                                      {SKUs: "comments.txt"},
		"heading.txt: the list holds no SKU":                                                       {NotSKUs: "heading.txt"},
		"zero.txt: the file holds zero bytes: it is UTF-16 without its byte order mark, or broken": {SKUs: "zero.txt"},
	}
	lists := map[string]string{"empty.txt": "\ufeff \r\n", "comments.txt": "# nothing yet\n#\n", "heading.txt": "SKU\n", "zero.txt": "a\x00b\x00"}
	for message, filter := range tests {
		_, err := filter.Compile(files(lists))
		require.EqualError(t, err, message)
		mistake, ok := errors.AsType[*Error](err)
		require.True(t, ok)
		require.NotEmpty(t, mistake.Hint(), message)
	}
	_, err := (&Filter{SKUs: "gone.txt"}).Compile(files(nil))
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.EqualError(t, err, "read the filter's skus: open gone.txt: file does not exist")
}

func decodeFilter(text string) (*Filter, error) {
	var feed struct {
		Filter *Filter `yaml:"filter"`
	}
	err := strictyaml.Decode("f.yaml", []byte(text), &feed)
	return feed.Filter, err
}

func TestFilterYAML(t *testing.T) {
	f, err := decodeFilter(`filter:
  categories: [0120, "Дім > Кухня", 1.50]
  not_categories:
    - 12
    - >-
      Дім > Сад
  brands: [No, 7e3, 'Стежка']
  not_brands: [x]
  in_stock: true
  price_from: 100.10
  price_to: "12345678901234567.89"
  has_picture: true
  skus: only.csv
  not_skus: not.txt
`)
	require.NoError(t, err)
	require.Equal(t, &Filter{
		Categories: Names{"0120", "Дім > Кухня", "1.50"}, NotCategories: Names{"12", "Дім > Сад"},
		Brands: Names{"No", "7e3", "Стежка"}, NotBrands: Names{"x"}, InStock: true, PriceFrom: "100.10",
		PriceTo: "12345678901234567.89", HasPicture: true, SKUs: "only.csv", NotSKUs: "not.txt",
	}, f)
}

// Feeds may share a whole filter.
func TestFilterYAMLAliases(t *testing.T) {
	var config struct {
		Home *Filter `yaml:"home"`
		Same *Filter `yaml:"same"`
	}
	require.NoError(t, strictyaml.Decode("f.yaml", []byte("home: &home\n  brands: [007, x]\nsame: *home\n"), &config))
	require.Equal(t, &Filter{Brands: Names{"007", "x"}}, config.Home)
	require.Equal(t, config.Home, config.Same)
	err := strictyaml.Decode("f.yaml", []byte("home:\n  brands: &b [x]\nsame:\n  brands: *b\n"), &config)
	require.EqualError(t, err, `f.yaml:4:12: could not find alias "b"`)
}

func TestFilterYAMLRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"filter: {brand: [x]}":              `f.yaml:1:10: unknown key "brand"`,
		"filter: {brands: [x], brands: []}": `f.yaml:1:23: mapping key "brands" already defined at [1:10]`,
		"filter:\n  brands:\n  # - x\n":     "f.yaml:2:3: brands has no value: give it one, or remove the key",
		"filter:\n  skus:\n":                "f.yaml:2:3: skus has no value: give it one, or remove the key",
		"filter:\n  brands: []":             "f.yaml:2:11: the list is empty: fill it, or remove the key",
		"filter:\n  brands: [a, ' ']":       "f.yaml:2:15: the list has a blank entry: fill it, or remove it",
		"filter:\n  brands: [a, ~]":         "f.yaml:2:15: want a text or a number",
		"filter:\n  brands: [a, [b]]":       "f.yaml:2:15: want a text or a number",
		"filter:\n  brands: Стежка":         "f.yaml:2:11: want a list, such as [Стежка]",
		"filter:\n  price_from: [1]":        "f.yaml:2:15: want a text or a number",
		"filter: [x]":                       "",
	} {
		_, err := decodeFilter(text)
		require.Error(t, err, text)
		if want != "" {
			require.EqualError(t, err, want)
		}
	}
	_, err := decodeFilter("filter: {brand: [x]}")
	near, ok := errors.AsType[*strictyaml.Error](err)
	require.True(t, ok)
	require.Equal(t, `did you mean "brands"?`, near.Hint())
}

func TestStock(t *testing.T) {
	quantity := supplier.Some[int64]
	hidden := supplier.Opt[int64]{}
	for _, test := range []struct {
		word      string
		quantity  supplier.Opt[int64]
		least     int64
		available bool
		sold      supplier.Opt[int64]
		stated    supplier.Opt[int64]
	}{
		{supplier.InStock, quantity(17), 0, true, quantity(17), quantity(17)},
		{supplier.InStock, quantity(1), 1, true, quantity(1), quantity(1)},
		{supplier.InStock, quantity(0), 0, false, quantity(0), quantity(0)},
		{supplier.InStock, quantity(-3), 0, false, quantity(0), quantity(0)},
		{supplier.InStock, quantity(5), 5, true, quantity(5), quantity(5)},
		{supplier.InStock, quantity(4), 5, false, quantity(0), quantity(0)},
		{supplier.InStock, quantity(4), -5, true, quantity(4), quantity(4)},
		{supplier.InStock, hidden, 5, true, hidden, hidden},
		{supplier.OutOfStock, quantity(9), 5, false, quantity(0), quantity(9)},
		{supplier.OnOrder, hidden, 0, false, quantity(0), hidden},
		{"preorder", quantity(9), 0, false, quantity(0), quantity(9)},
	} {
		p := supplier.Product{Availability: test.word, Quantity: test.quantity}
		available, sold, stated := Stock(&p, test.least, 0)
		require.Equal(t, test.available, available, test)
		require.Equal(t, test.sold, sold, test)
		require.Equal(t, test.stated, stated, test)
	}
}

// TestStockMargin: pieces are kept back before the least is looked at; a hidden quantity stays so.
func TestStockMargin(t *testing.T) {
	for given, want := range map[int64]int64{10: 7, 3: 0, 1: 0, 5: 0} {
		p := supplier.Product{Availability: supplier.InStock, Quantity: supplier.Some(given)}
		available, quantity, stated := Stock(&p, 3, 3)
		require.Equal(t, want > 0, available, given)
		require.Equal(t, supplier.Some(want), quantity, given)
		require.Equal(t, supplier.Some(want), stated, given)
	}
	p := supplier.Product{Availability: supplier.InStock}
	available, quantity, _ := Stock(&p, 3, 3)
	require.True(t, available)
	require.False(t, quantity.Known)
}

// english are messages as reports for programs have them.
func english(messages []wording.Message) (out []string) {
	for _, m := range messages {
		out = append(out, m.String())
	}
	return out
}
