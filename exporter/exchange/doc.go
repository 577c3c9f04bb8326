// Package exchange writes the payouts of a period as the file that bookkeeping programs load
// payments from: 1CClientBankExchange 1.03, lines of a key and a value in sections. Which lines
// there are is data of a template.
package exchange
