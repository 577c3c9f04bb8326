package channel

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/internal/notify/letter"
)

// Answer is what a channel answered.
type Answer struct {
	Channel string        `json:"channel"`
	To      string        `json:"to"`
	Answer  string        `json:"answer"`
	Error   string        `json:"error,omitempty"`
	Took    time.Duration `json:"-"`
}

// Test sends a letter by each of some channels that says nothing but that it came, and tells
// what was answered.
func Test(ctx context.Context, now func() time.Time, channels ...Channel) []Answer {
	return each(now, channels, func(c Channel) (string, error) {
		trial := letter.New(letter.Trial, now())
		return c.Send(ctx, &trial, false)
	})
}

// Check finds out of each channel whether letters could be sent, and sends none.
func Check(ctx context.Context, now func() time.Time, channels ...Channel) []Answer {
	return each(now, channels, func(c Channel) (string, error) { return c.Check(ctx) })
}

func each(now func() time.Time, channels []Channel, try func(Channel) (string, error)) (answers []Answer) {
	for _, c := range channels {
		a, began := Answer{Channel: c.Name(), To: c.Describe()}, now()
		answer, err := try(c)
		a.Answer, a.Took = answer, now().Sub(began)
		if err != nil {
			a.Error = Said(err.Error())
		}
		answers = append(answers, a)
	}
	return answers
}
