package revise

import (
	"fmt"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func compile(text string) (*Rules, error) {
	var file struct {
		Values Spec `yaml:"values"`
	}
	if err := strictyaml.Decode("c.yaml", []byte("values:\n"+text), &file); err != nil {
		return nil, err
	}
	return file.Values.Compile("c.yaml")
}

func rules(t *testing.T, text string) *Rules {
	r, err := compile(text)
	require.NoError(t, err)
	return r
}

func lamp() supplier.Product {
	return supplier.Product{ID: "7", SKU: "L-7", Name: "Лампа Б-7", Names: supplier.Texts{UK: "Лампа Б-7 біла", RU: "Лампа Б-7 белая"}, Description: "<p>Лампа.</p>",
		Brand: "Мрія", Currency: "UAH", DropPrice: money.Must("70"), RRP: money.Must("100"), Category: supplier.Category{ID: "11", Path: []string{"Дім", "Світло"}},
		Availability: supplier.InStock, Quantity: supplier.Some[int64](5), Attributes: []supplier.Attribute{{Name: "Колір", Value: "білий"}}}
}

// revised applies the rules to a product in a feed for everybody.
func revised(t *testing.T, r *Rules, p supplier.Product) (*template.Offer, []string) {
	pricer, err := (&pricing.Rule{}).Compile(false)
	require.NoError(t, err)
	s := &template.Scope{Facts: &template.Facts{Name: "f"}}
	var o template.Offer
	o.Begin(&p, nil)
	pricer.Price(&p, &o.Prices)
	s.Move(&o)
	var changes []string
	r.Apply(&o, s, &Memory{}, func(c Change) {
		changes = append(changes, fmt.Sprintf("%s (%s): %s → %s", c.Field, c.Rule, c.Before, c.After))
	})
	return &o, changes
}

func TestNamesInEveryLanguage(t *testing.T) {
	r := rules(t, `
  name:
    - {from: '{brand} {name}, {attribute("Колір")}'}
    - {replace: [{find: Лампа, with: Світильник}, {pattern: '(?i)б-(\d)', with: 'B$1'}]}
  name_ru: {replace: [{find: белая, with: БЕЛАЯ}]}
`)
	given := lamp()
	o, changes := revised(t, r, given)
	require.Equal(t, "Мрія Світильник B7, білий", o.Product.Name)
	require.Equal(t, supplier.Texts{UK: "Мрія Світильник B7 біла, білий", RU: "Мрія Світильник B7 БЕЛАЯ, білий"}, o.Product.Names, "each by its own text; English has none, and gets none")
	require.Len(t, changes, 10)
	require.Equal(t, `name (from {brand} {name}, {attribute("Колір")}): Лампа Б-7 → Мрія Лампа Б-7, білий`, changes[0])
	require.Equal(t, lamp(), given, "the supplier's product is everybody's, and stays as it is")
	require.Empty(t, r.Unused())
}

// TestBlankParts leave no blanks and commas behind, and parts that are all blank no blank name.
func TestBlankParts(t *testing.T) {
	p := lamp()
	p.Brand, p.Attributes = " ", nil
	o, _ := revised(t, rules(t, `  name: {from: '{brand} {name}, {attribute("Колір")}'}`), p)
	require.Equal(t, "Лампа Б-7", o.Product.Name)
	o, _ = revised(t, rules(t, `  name: {from: '{brand}'}`), p)
	require.Equal(t, "Лампа Б-7", o.Product.Name)
	o, _ = revised(t, rules(t, `  name: {from: '{brand}  {name},'}`), lamp())
	require.Equal(t, "Мрія  Лампа Б-7,", o.Product.Name, "with all its parts a text is as it is written")
}

func TestDefaultsAreForBlanksAlone(t *testing.T) {
	r := rules(t, `
  brand: {default: Своя марка}
  category: {default: Різне > Інше}
  weight_g: {default: 300}
  description: {default: Опис буде.}
  country_of_origin: [{when: 'brand == "Мрія"', default: Україна}, {default: Китай}]
`)
	o, changes := revised(t, r, lamp())
	require.Equal(t, []string{"weight_g (default):  → 300", "country_of_origin (default):  → Україна"}, changes)
	require.Equal(t, "Мрія", o.Product.Brand)
	require.Equal(t, "11", o.Product.Category.ID)
	p := lamp()
	p.Brand, p.Category, p.Description, p.WeightG = "<p>&nbsp;</p>", supplier.Category{}, "<p><br></p>", supplier.Some[int64](0)
	o, _ = revised(t, r, p)
	require.Equal(t, []string{"Своя марка", "Опис буде.", "Китай"}, []string{o.Product.Brand, o.Product.Description, o.Product.Country})
	require.Equal(t, supplier.Category{Name: "Інше", Path: []string{"Різне", "Інше"}}, o.Product.Category)
	require.Equal(t, supplier.Some[int64](300), o.Product.WeightG)
	p.Names, p.Name = supplier.Texts{UK: "Є"}, ""
	o, _ = revised(t, rules(t, `  name: {default: Без назви}`), p)
	require.Empty(t, o.Product.Name, "it is there in another language")
}

func TestCategoriesMove(t *testing.T) {
	o, _ := revised(t, rules(t, `  category: {replace: [{find: Дім > Світло, with: Освітлення}]}`), lamp())
	require.Equal(t, supplier.Category{Name: "Освітлення", Path: []string{"Освітлення"}}, o.Product.Category)
}

// TestLabels: the first of a place that holds; a condition may ask for the margin, 42.85 % here,
// though the feed is for everybody.
func TestLabels(t *testing.T) {
	r := rules(t, `
  labels:
    0: [{value: золото, when: margin >= 50}, {value: срібло, when: margin > 42.8 && margin < 42.9}, {value: решта}]
    1: {value: дорогі, when: price > 100}
    4: {value: є, when: available}
`)
	require.Empty(t, r.Paid())
	o, _ := revised(t, r, lamp())
	require.Equal(t, [template.MostLabels]string{"срібло", "", "", "", ""}, o.Labels)
	require.Equal(t, []string{`labels: no product is "золото"`, `labels: no product is "решта"`, `labels: no product is "дорогі"`, `labels: no product is "є"`}, english(r.Unused()))
}

func TestWhatShowsTheDropPrice(t *testing.T) {
	for text, want := range map[string]string{
		`  name: {from: '{name} {text(drop_price)}'}`:                "{name} {text(drop_price)}",
		`  name: {from: '{name} {text(margin)}'}`:                    "{name} {text(margin)}",
		`  name: {when: drop_price > 5, from: '{name}'}`:             "drop_price > 5",
		`  labels: {0: {value: x, when: drop_price}}`:                "drop_price",
		`  labels: {0: {value: x, when: margin > 5}}`:                "",
		`  brand: {when: margin > 5, replace: [{find: a, with: b}]}`: "",
	} {
		require.Equal(t, want, rules(t, text).Paid(), text)
	}
}

// TestFieldsInDefaultsAndLabels are filled, and never stand in the feed in their braces.
func TestFieldsInDefaultsAndLabels(t *testing.T) {
	p := lamp()
	p.Brand, p.Description = "", ""
	o, _ := revised(t, rules(t, `
  brand: {default: 'Марка {category.name}{{1}}'}
  description: {default: '{name} від {brand}'}
  name: {from: '{brand}: {name}'}
  country_of_origin: {default: '{barcode}'}
  labels: {0: {value: 'бренд {brand}'}, 1: [{value: 'код {barcode}'}, {value: без коду}]}
`), func() supplier.Product { p.Category.Name = "Світло"; return p }())
	require.Equal(t, "Марка Світло{1}", o.Product.Brand)
	require.Equal(t, "Лампа Б-7 від Марка Світло{1}", o.Product.Description, "names read what the rules made of the brand")
	require.Equal(t, "Марка Світло{1}: Лампа Б-7", o.Product.Name)
	require.Empty(t, o.Product.Country, "a default of nothing is none")
	require.Equal(t, [template.MostLabels]string{"бренд Марка Світло{1}", "без коду", "", "", ""}, o.Labels)
	require.Equal(t, []string{"Вага", "Колір"}, rules(t, `  name: {from: '{attribute("Колір")}', when: 'attribute("Вага") != ""'}`).Attributes())
}

func TestNothingToDo(t *testing.T) {
	r := rules(t, "  labels: {}")
	require.Nil(t, r)
	require.Zero(t, r.Minus())
	require.Empty(t, r.Unused())
	require.Empty(t, r.Paid())
	o, _ := revised(t, r, lamp())
	require.Equal(t, "Лампа Б-7", o.Product.Name)
	require.EqualValues(t, 3, rules(t, "  quantity: {minus: 3}").Minus())
}

// TestMistakes: each is told with its place and the way out.
func TestMistakes(t *testing.T) {
	for text, want := range map[string][2]string{
		`  nmae: {default: x}`:                                {"2:3", `did you mean "name"?`},
		`  name: {frm: x}`:                                    {"2:10", `did you mean "from"?`},
		`  name: {when: available}`:                           {"2:16: name: the rule does nothing", "give it from, replace or default"},
		`  brand: {default: ' '}`:                             {"2:20: brand: the default is blank", "write what stands"},
		`  name: {replace: [{find: a, pattern: b, with: c}]}`: {"name: a replacement has either find or pattern", "find is a text"},
		`  name: {replace: [{with: c}]}`:                      {"name: a replacement has either find or pattern", "find is a text"},
		`  name: {replace: [{find: a}]}`:                      {`name: with is missing beside "a"`, `write with: "" to take it out`},
		`  name: {replace: [{find: '', with: c}]}`:            {"what is to be replaced is blank", "write what"},
		`  name: {replace: [{pattern: '(', with: c}]}`:        {`name: "(" is no regular expression`, "RE2"},
		`  name: {replace: [{pattern: 'x*', with: c}]}`:       {"matches between any two letters", "at least one letter"},
		`  name: {from: '{nme}'}`:                             {`unknown path "nme"`, `did you mean "name"?`},
		`  name: {when: 'brnd == ""', default: x}`:            {"unknown name brnd at character 1", `did you mean "brand"?`},
		`  name: {replace: [{find: a, with: '{brand}'}]}`:     {`name: fields in braces are not filled in with, and "{brand}" has one`, "make the text by from"},
		`  brand: {default: '{nme}'}`:                         {`unknown path "nme"`, `did you mean "name"?`},
		`  labels: {0: {value: '{brnd}'}}`:                    {`unknown path "brnd"`, `did you mean "brand"?`},
		`  weight_g: {default: 5.5}`:                          {`weight_g: the default "5.5" is none`, "a whole number above 0"},
		`  quantity: {minus: -1}`:                             {`minus "-1" is no number of pieces`, "such as 3"},
		`  labels: {5: {value: x}}`:                           {`labels: there is no place "5"`, "places are 0 to 4"},
		`  labels: {0: {value: ''}}`:                          {"a label of place 0 is blank", "write the label"},
	} {
		_, err := compile(text)
		require.Error(t, err, text)
		var located *strictyaml.Error
		require.ErrorAs(t, err, &located, text)
		require.ErrorContains(t, err, want[0], text)
		require.Contains(t, located.Hint(), want[1], text)
		require.Equal(t, 2, located.Line, text)
	}
	var spec Spec
	require.Error(t, yaml.Unmarshal([]byte("name: [1]"), &spec))
}

// english are messages as reports for programs have them.
func english(messages []wording.Message) (out []string) {
	for _, m := range messages {
		out = append(out, m.String())
	}
	return out
}
