// Package notify sends word to people who do not look: what needs a person, by mail, by a
// Telegram bot or by a signed webhook, and to programs that a result is complete.
//
// Once a minute a Notifier asks its Source what stands and what happened. What is urgent goes
// out at once, all of it in one message, unless people want quiet; the rest goes out with the
// digest, once a day. Every message is in the file of the memory before it is sent, together
// with the note that its things were told, and leaves it when a channel has taken it. So each
// thing is told once, whatever stops the program: a message whose sending was cut off is sent
// once more, and says so.
//
// # Words
//
//   - letter: one message on its way, to one or several channels
//   - item: one thing that a letter tells
//   - news: what is said of it: that it is new, has grown, still stands, is over
//   - channel: where letters go: a mailbox, a chat, a webhook
//   - hook: the channel of results
//   - told: what is kept of a thing that people know of
//   - event: what happened once, and has no end
//   - quiet: the hours in which nothing goes out
package notify
