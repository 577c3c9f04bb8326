// Package channel is where letters go: a mailbox by SMTP, a chat by a Telegram bot, a program by
// a signed webhook. Each sends a letter in one attempt, says what was answered, and after
// which errors it may have got through all the same; who tries again is package notify.
package channel
