// Package standing is how things stand: the state of a running dropbridge at one moment, as
// plain data, and the judgement of what in it needs a person. The page, health, metrics,
// /status.json and the messages that go out all ask the one judgement, so that they say
// the same of the same state.
package standing
