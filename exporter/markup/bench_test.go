package markup

import (
	"strings"
	"testing"
)

// supplierHTML is a description of 1.2 KB as suppliers send it.
var supplierHTML = `<div class="text"><p style="color: red">` + strings.Repeat("Чайник електричний &laquo;Стежка&raquo; &amp; скляний. ", 12) +
	"</p>\n<ul>\n  <li>Потужність: 2200&nbsp;Вт</li>\n  <li>Об'єм: 1,7 л</li>\n</ul></div>"

func BenchmarkPlain(b *testing.B) {
	b.SetBytes(int64(len(supplierHTML)))
	b.ReportAllocs()
	for b.Loop() {
		Plain(supplierHTML)
	}
}

func BenchmarkClean(b *testing.B) {
	p := NewPolicy("p", "br", "ul", "li")
	clean, _ := p.Clean(supplierHTML)
	for name, text := range map[string]string{"Dirty": supplierHTML, "Clean": clean} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				p.Clean(text)
			}
		})
	}
}

func BenchmarkCut(b *testing.B) {
	clean, _ := NewPolicy("p", "br", "ul", "li").Clean(supplierHTML)
	b.Run("Text", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Cut(supplierHTML, 300, Characters)
		}
	})
	b.Run("HTML", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			CutHTML(clean, 300, Characters)
		}
	})
}
