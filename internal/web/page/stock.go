package page

import (
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// mostStockWords is how many words of price lists a card has with their buttons.
const mostStockWords = 10

// stockWords are the words of price lists that nobody knows, each with its button, on the card
// that is about them.
func stockWords(f *frame, c *card) (list []unclearView) {
	if c.Code != standing.CodeStockWord {
		return nil
	}
	words := f.Snapshot.StockWords
	for n, w := range words[:min(len(words), mostStockWords)] {
		v := unclearView{Unclear: overview.Unclear{Source: w.List, Word: oneline.Unbroken(w.Word)}, Visitor: f.Visitor,
			Says: say(f.Language, "stock_word", w.Column, oneline.Unbroken(w.Word), w.Products)}
		if w.First != "" {
			v.Way = say(f.Language, "stock_word_example", w.First)
		}
		v.Deeds = f.deeds(c.ID+"-"+identity(standing.Finding{Code: w.List, About: w.Column, Files: []string{w.Word}}), stockDeed(f.Language, words[n]))
		list = append(list, v)
	}
	return list
}

// stockDeed is the button that writes what a word says of stock.
func stockDeed(l wording.Language, w standing.StockWord) deed {
	var options []option
	for _, value := range supplier.Availabilities() {
		options = append(options, option{value, l.Word("availability_word", value)})
	}
	return deed{Kind: DoTeachStock, Label: say(l, "teach"), Says: say(l, "stock_word_says", oneline.Unbroken(w.Word), w.List), Sure: say(l, "stock_word_sure"),
		Fields: []field{{"source", w.List}, {"word", w.Word}}, Ask: []question{{Name: "meaning", Label: say(l, "stock_word_ask"), Options: options}}}
}
