// Package courier speaks HTTP with programs that hand in order files and fetch results, each
// with its key: PUT /inbox/SOURCE/NAME, GET /results/SOURCE/NAME, GET /results/SOURCE/.
// What is not done is answered in JSON, with what is wrong and the way out.
package courier
