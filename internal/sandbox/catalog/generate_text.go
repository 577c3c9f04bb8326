package catalog

import (
	"fmt"
	"strconv"
	"strings"
)

// describe gives the lead of a group its brand, name and description, in one, two
// or three languages.
func (g *generator) describe(p *Product, kindIndex int) {
	k, q := g.kinds[kindIndex], one(g, g.qualities)
	p.Brand, p.Country = one(g, g.brands), one(g, g.countries)
	model := string(rune('A'+g.IntN(26))) + "-" + strconv.Itoa(100+g.IntN(9900))
	tail := model
	if p.Brand != "" {
		tail = p.Brand + " " + model
	}
	tail += g.flourish()
	uk := k.uk + " " + q.uk[k.gender] + " " + tail
	ru := k.ru + " " + q.ru[k.gender] + " " + tail
	p.Name = uk
	switch {
	case g.chance(25):
		p.Names = map[string]string{"uk": uk, "ru": ru, "en": k.en + ", " + q.en + ", " + tail}
	case g.chance(50):
		p.Names = map[string]string{"uk": uk, "ru": ru}
	}
	p.Description = g.description(uk)
	if p.Names != nil && p.Description != "" && g.chance(50) {
		p.Descriptions = map[string]string{"uk": p.Description, "ru": "<p>" + g.html.Replace(ru) + " — хорошая вещь.</p>"}
	}
}

// flourish is the odd end of some names: inches, quotes, signs.
func (g *generator) flourish() string {
	if !g.chance(15) {
		return ""
	}
	return one(g, []string{" 7\" & \"про\"", " <новинка>", " 🎁", " 25×10 см", " (2 шт.)", " №5", " -30%", "\u00a0XL", " «Ґудзик»"})
}

// description is absent, plain, or HTML of some size.
func (g *generator) description(name string) string {
	roll := g.IntN(100)
	switch {
	case roll < 8:
		return ""
	case roll < 25:
		return name + "\r\n\r\nКомплектація: 1 шт, інструкція. " + one(g, g.odd)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<p>%s — <b>надійна річ</b> для дому й подорожей.</p>", g.html.Replace(name))
	b.WriteString("<ul>")
	for range 2 + g.IntN(4) {
		fmt.Fprintf(&b, "<li>%s</li>", one(g, g.plain))
	}
	b.WriteString("</ul>")
	for range g.IntN(3) {
		fmt.Fprintf(&b, "\n<p>%s</p>", one(g, g.odd))
	}
	if g.chance(20) {
		b.WriteString(`<table><tr><td>Розмір</td><td>25 × 10 см</td></tr></table><a href="https://shop.example/x?a=1&b=2">відео</a>`)
	}
	return b.String()
}

// attributes describes a variant; the first attribute is what the group differs in.
func (g *generator) attributes(k kind, variant int) []Attribute {
	list := []Attribute{g.difference(k.variety, variant)}
	if k.variety != byColour {
		list = append(list, Attribute{Name: "Колір", Value: one(g, g.colours)})
	}
	list = append(list, Attribute{Name: "Матеріал", Value: one(g, g.materials)})
	if g.chance(40) {
		list = append(list, Attribute{"Гарантія", strconv.Itoa(6 * (1 + g.IntN(4))), "міс"})
	}
	if g.chance(15) { // a repeated name
		list = append(list, Attribute{Name: "Комплектація", Value: "коробка"}, Attribute{Name: "Комплектація", Value: "інструкція"})
	}
	if g.chance(5) {
		list = append(list, Attribute{Name: "Сумісність: 5\"/7\"; \\A", Value: "так & ні; <так>"})
	}
	return list
}

func (g *generator) difference(v variety, variant int) Attribute {
	switch v {
	case byClothesSize:
		return Attribute{Name: "Розмір", Value: []string{"XS", "S", "M", "L", "XL", "XXL"}[variant%6]}
	case byShoeSize:
		return Attribute{Name: "Розмір", Value: []string{"36", "37-38", "39", "40,5", "42", "44"}[variant%6]}
	case byVolume:
		return Attribute{"Об'єм", []string{"0,25", "0,5", "0,75", "1", "1,7", "2"}[variant%6], "л"}
	case byPower:
		return Attribute{"Потужність", []string{"5", "10", "18", "20", "45", "65"}[variant%6], "Вт"}
	default:
		return Attribute{Name: "Колір", Value: g.colours[variant%len(g.colours)]}
	}
}
