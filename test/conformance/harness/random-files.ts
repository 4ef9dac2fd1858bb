import * as fc from "fast-check";

const sampleLines = String.raw`{"id":"call-0017","input":1}
{"id":"n","input":{"a":[1]},"tags":["q"]}
{"external_id":"m","input":2}
{"input":3}
{}
7
null


{"id":"n","input":2}
{"id":"","input":1}
{"id":"a","external_id":"b","input":1}
{"input":1,"nope":2}
{"input":
["x"]
{"input":12345678901234567890}
{"input":"\u0000"}
{"input":1}}
]`.split("\n");

const headers = [
  "id,input",
  "id;input",
  "id,input.a,tags",
  "external_id,input,expected.a",
  "id,nope",
  "id,,id",
  "\uFEFFid,input",
];
const tableLines = String.raw`n,1
m;2
call-0017,x
a,01,t;u
b,"{""a"": 1}",[1]
c,{"a": 1}
d,"x
y"
e,'=1
f,12345678901234567890
,

g
h,1,2,3
i,"x"y
j,"`.split("\n");

const outputLines = String.raw`{"external_id":"call-0017","output":1}
{"external_id":"call-0017","output":{"a":[1]}}
{"external_id":"nobody","output":1}
{"external_id":"call-0017"}
{"output":1}

{"external_id":"call-0017","output":
[1]`.split("\n");

const someOf = (lines: readonly string[]): fc.Arbitrary<string[]> =>
  fc.array(fc.constantFrom(...lines), { maxLength: 5 });

const json = fc
  .tuple(someOf(sampleLines), fc.constantFrom("\n", "\r\n", ",", ",\r\n"))
  .map(([lines, end]) => (end.startsWith(",") ? `[${lines.join(end)}]` : lines.join(end)));
const table = fc
  .tuple(fc.constantFrom(...headers), someOf(tableLines), fc.constantFrom("\n", "\r\n"))
  .map(([header, lines, end]) => [header, ...lines].join(end));

/** Generates valid and invalid files of samples. */
export const sampleFile = fc.oneof(json, table);

/** Generates valid and invalid files of outputs. */
export const outputFile = someOf(outputLines).map((lines) => lines.join("\n"));

/** Returns the content type of a file. */
export function fileTypeOf(file: string): string {
  if (headers.some((header) => file.startsWith(header))) return "text/csv";
  return file.startsWith("[") || file.startsWith('{"model"') ? "application/json" : "application/x-ndjson";
}
