// Package orderbody turns an order into the body that creates it at a service, by the
// lines of a mapping's create_order or by its jq program. Nothing of an order is dropped
// in silence: what has no line is refused by its name.
//
// Package mapping compiles it with the rest of the file.
//
// # Words
//
//   - body: what is sent; the same order gives the same bytes
//   - field: a value of an order that a line can place
//   - format: how a value is written
//   - fold: a part of a place goes with another one where it has no line of its own
//   - program: jq that makes the whole body
//   - trial: a program is asked what it does without a value, to find what it loses
//   - joint: a text that several values make at one place
//   - wanted: a value of the product of a SKU, looked for when the order is sent
//   - example: an order that shows what a mapping makes of one
package orderbody
