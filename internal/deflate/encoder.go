package deflate

// Hint is a guess: the text from At on goes on as it did from From on.
type Hint struct{ At, From int32 }

// After a hint has ended with a byte that differs, such as a digit of a row's number, the same
// distance is tried so many times more, and of what is left before the next hint fewer than
// leftover bytes are not searched for.
const (
	followTries = 4
	leftover    = 6
)

// Encoder compresses one text after another. The zero value is ready for use; it takes 200 KB.
type Encoder struct {
	text   []byte
	known  places
	tokens tokens
	codes  codes
	out    bitWriter
}

// Append compresses a text of less than 1 GiB and appends it to dst, as blocks that need nothing
// before them and end on a whole byte; none is the last one of a stream. Hints stand in the
// order of At, where no two are equal, and are only guesses.
func (e *Encoder) Append(dst, text []byte, hints []Hint) []byte {
	e.text, e.out = text, bitWriter{bytes: dst}
	e.known.begin(len(text))
	end := max(0, len(text)-wordBytes) // from there on literals: a search looks at whole words
	at, last := 0, Hint{}
	for k := 0; k <= len(hints); k++ {
		stop := end
		if k < len(hints) {
			stop = min(end, int(hints[k].At))
		}
		at = e.stretch(at, stop, int(last.At-last.From))
		if k < len(hints) {
			last = hints[k]
		}
	}
	for ; at < len(text); at++ {
		e.tokens.literal(text[at])
	}
	e.endBlock()
	e.text = nil
	return e.out.synced()
}

// stretch compresses up to the place of the next hint, or beyond it where a match goes on, and
// gives where it ended. What it begins with may stand distance bytes back.
func (e *Encoder) stretch(at, stop, distance int) int {
	tries := followTries
	if distance <= 0 || distance > min(at, window) {
		tries = 0
	}
	for at < stop {
		if e.tokens.full() {
			e.endBlock()
		}
		if tries > 0 {
			if n := matchLength(e.text, at-distance, at); n > 0 {
				e.tokens.match(n, distance)
				e.known.learn(e.text, at+markup, at+n-wordBytes, 16)
				at, tries = at+n, followTries
				continue
			}
			tries--
		}
		if left := stop - at; left < 2 || tries > 0 && left < leftover {
			e.tokens.literal(e.text[at])
			at++
			continue
		}
		var found bool
		if at, found = e.search(at, stop); found {
			tries = 0
		}
	}
	return at
}

// markup is about what a hinted match begins with that nobody searches for.
const markup = 24

// search writes the match that is found at a place, or a literal.
func (e *Encoder) search(at, stop int) (next int, found bool) {
	n, distance := e.find(at)
	if n < minMatch || n < minFar && distance > near {
		e.tokens.literal(e.text[at])
		return at + 1, false
	}
	start := at
	for at > distance && n < maxMatch && e.text[at-1] == e.text[at-1-distance] && e.tokens.unwrite() {
		at, n = at-1, n+1
	}
	e.tokens.match(n, distance)
	e.known.learn(e.text, start+1, min(at+n, stop), 8)
	return at + n, true
}

// find gives the longest match that is known at a place, and notes the place.
func (e *Encoder) find(at int) (length, distance int) {
	x := word(e.text, at)
	now := e.known.base + uint32(at)
	long, short := e.known.of(x)
	last, alike := *long, *short
	*long, *short = now, now
	if d := int(now - last); d <= window {
		length, distance = matchLength(e.text, at-d, at), d
	}
	if d := int(now - alike); alike != last && d <= window && length < wordBytes {
		if n := matchLength(e.text, at-d, at); n > length+1 || n == length && d < distance {
			length, distance = n, d
		}
	}
	return length, distance
}
