// Package guess says which list of a service is what, how it is cut into pages, and which
// place of a record is which field, each with how sure that is and why.
//
// # Words
//
//   - role: what an operation is for, in the mapping's words.
//   - candidate: one place of a record that may be the source of a field, with its values.
//   - match: a candidate chosen for a field. Its confidence goes from 0 to 1, its evidence is
//     what speaks for it: the name, the description, the values.
//   - label: a text that stands for a value of a state, such as "sent" for 2.
//   - notation: how a service writes points in time.
//
// A candidate serves one field only: all fields are matched at once, the surest pairs first.
package guess
