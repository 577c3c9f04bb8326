package proposal

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// spoken are the languages that texts of products have fields for.
var spoken = []struct {
	code string
	set  lexicon.Set
}{{"uk", lexicon.Ukrainian}, {"ru", lexicon.Russian}, {"en", lexicon.English}}

// languages tells which language the name and the description of a product are in, where
// their descriptions say so. A feed's name is the Ukrainian one, where there is one.
func (b *builder) languages(matches []guess.Match, all []*guess.Candidate) []guess.Match {
	for _, field := range []string{"name", "description"} {
		matches = b.otherLanguages(matches, all, field)
		matches = b.ownLanguage(matches, field)
		matches = withoutPlain(matches, b.words.Field(lexicon.Product, field))
	}
	return matches
}

// otherLanguages takes places that are called like a text and say in which language it is.
func (b *builder) otherLanguages(matches []guess.Match, all []*guess.Candidate, field string) []guess.Match {
	for _, language := range spoken {
		f := b.words.Field(lexicon.Product, field+"_"+language.code)
		if guess.Find(matches, f.Name) != nil {
			continue
		}
		for _, c := range all {
			if c.Used || !c.Place.Single() || !c.CanBe(f.Want) || !b.saysBeginning(language.set, c.Shape.Description) || !begins(c, b.words.Field(lexicon.Product, field)) {
				continue
			}
			c.Used = true
			matches = append(matches, guess.Match{Field: f, From: c, Confidence: 0.85, Evidence: guess.Evidence{say("learn.by_weak_name"), say("learn.names_language")}})
			break
		}
	}
	return matches
}

// begins reports whether a place's name begins with one of a field's.
func begins(c *guess.Candidate, f lexicon.Field) bool {
	first, _, more := strings.Cut(lexicon.Phrase(c.Place.Names()[len(c.Place.Names())-1]), " ")
	return more && f.Names.OfPhrase(first) >= 0.9
}

// ownLanguage tells the language of the plain text.
func (b *builder) ownLanguage(matches []guess.Match, field string) []guess.Match {
	plain := guess.Find(matches, field)
	if plain == nil {
		return matches
	}
	for _, language := range spoken {
		if guess.Find(matches, field+"_"+language.code) != nil || !b.saysBeginning(language.set, plain.From.Shape.Description) {
			continue
		}
		matches = append(matches, guess.Match{Field: b.words.Field(lexicon.Product, field+"_"+language.code), From: plain.From, Confidence: plain.Confidence,
			Evidence: guess.Evidence{say("learn.names_language")}})
		plain = guess.Find(matches, field)
		if uk := guess.Find(matches, field+"_uk"); uk != nil && language.code != "uk" {
			plain.From, plain.Confidence, plain.Evidence = uk.From, uk.Confidence, uk.Evidence
			plain.Note = say("learn.ukrainian_one")
		}
	}
	return matches
}

// withoutPlain takes the text in one of the languages where there is none without.
func withoutPlain(matches []guess.Match, f lexicon.Field) []guess.Match {
	if guess.Find(matches, f.Name) != nil {
		return matches
	}
	for _, language := range spoken {
		if of := guess.Find(matches, f.Name+"_"+language.code); of != nil {
			return append(matches, guess.Match{Field: f, From: of.From, Confidence: of.Confidence, Evidence: slices.Clone(of.Evidence),
				Note: say("learn.one_in_language", language.code)})
		}
	}
	return matches
}

// saysBeginning reports whether a text has a word that begins like one of a set.
func (b *builder) saysBeginning(set lexicon.Set, text string) bool {
	for word := range strings.SplitSeq(lexicon.PhraseOfText(text), " ") {
		for _, begin := range b.words.Words(set) {
			if strings.HasPrefix(word, begin) {
				return true
			}
		}
	}
	return false
}
