// Package deflate compresses texts whose writer knows where they repeat themselves, such as the
// rows of a table in XML, into blocks of RFC 1951. It stands beside the libraries for what these
// cannot be told: a hint says from where the text most likely goes on, so that nothing is searched
// for in the markup of cells, which is most of a sheet. What stands between the hints is searched
// as everywhere. A hint that is wrong costs room and time, never the text: each is looked up.
//
// # Words
//
//   - text: what is compressed, a page of rows
//   - hint: a guess of the writer where the text repeats itself
//   - match: bytes that stand in the text already, and so far back
//   - literal: a byte that is written as it is
//   - token: a match or a literal
//   - block: tokens with the Huffman codes that are best for them
package deflate
