// Reads an order file by exceljs' streaming reader, and prints how many rows it has and the sum of its pieces.
// usage: node read.mjs FILE
import ExcelJS from 'exceljs';

let count = 0, pieces = 0, at = 0;
for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(process.argv[2], { worksheets: 'emit', sharedStrings: 'cache', styles: 'ignore' })) {
  for await (const row of sheet) {
    if (at === 0) {
      at = row.values.indexOf('Кількість');
      continue;
    }
    count++;
    pieces += Number(row.values[at]);
  }
}
console.log(JSON.stringify({ rows: count, pieces }));
