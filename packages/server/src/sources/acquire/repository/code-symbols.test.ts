import { expect, it } from "vitest";
import { readSymbols } from "./code-symbols.ts";

const symbols = (language: string | null, code: string) =>
  readSymbols(code, language)(0, code.split("\n").length);

it.each<[language: string, code: string, expected: string[]]>([
  [
    "python",
    `class Pump(Base):
    """class Docstring: def nothing(): pass
    def also_nothing(): pass"""
    async def prime(self): # def comment(): pass
        text = "def string(): pass"
        return f'class {text}: def quoted()'
@decorated
def start(): pass
'''
class Hidden: pass
'''
def after(): return "#"`,
    ["Pump", "prime", "start", "after"],
  ],
  [
    "typescript",
    `export default class Pump<T> extends Base {
  #speed = 1;
  private async prime(level: number): Promise<void> {
    if (level > 2) { return; }
    for (const step of steps(level)) {
    }
  }
  get pressure(): number {
  static of<T>(value: T) {
}
export const start = async (pump: Pump) => pump;
const level = 3;
export type Level = "low";
interface Valve { open(): void }
// function comment() {}
/* class Block {
   function inBlock() {} */
const text = \`
function inTemplate() {}
\`;
const quoted = "function inString() {}";
function* after() {}`,
    ["Pump", "prime", "pressure", "of", "start", "Level", "Valve", "after"],
  ],
  [
    "go",
    `package pump
type Pump struct {}
func New() *Pump { return nil }
func (p *Pump) Prime(level int) error {
var text = \`
func inRaw() {} \\\`
func After[T any](value T) {}
// func comment() {}`,
    ["Pump", "New", "Prime", "After"],
  ],
  [
    "rust",
    `pub(crate) struct Pump<'a> { name: &'a str }
impl<'a> Pump<'a> {
    pub async fn prime(&self) -> char { '"' }
    pub unsafe fn drain<'b>(x: &'b str) -> &'b str { x }
}
impl<T> fmt::Display for Valve<T> {}
pub enum Level { Low }
pub trait Flow { fn rate(&self); }
macro_rules! pump { () => {} }
/* fn in_block() {} */ // fn comment() {}
let text = "fn in_string() {}";
mod tests {`,
    ["Pump", "prime", "drain", "Valve", "Level", "Flow", "pump", "tests"],
  ],
  [
    "java",
    `@Service
public final class Pump<T extends Base> implements Flow {
    public Pump(int level) {
    @Override public Map<String, List<T>> prime(int level) throws IOException {
    private static int[] levels(
    void drain() {
        return compute(level);
        new Thread(run).start();
        int x = call(level);
        if (ready(level)) {
        } else if (other(level)) {
    // void comment() {
    String text = """
    void inText() {
    """;
    String quoted = "class InString {";
public record Level(int value) {}
enum Kind { A }
interface Flow { int rate(); }`,
    ["Pump", "prime", "levels", "drain", "Level", "Kind", "Flow"],
  ],
  [
    "kotlin",
    `data class Pump(val level: Int)
sealed interface Flow
object Registry {
    suspend fun prime(level: Int): Int = level
    fun <T> List<T>.drain() {}
    private fun String.shout() = uppercase()
}
typealias Level = Int
val text = """
fun inText() {}
"""
enum class Kind { A }`,
    ["Pump", "Flow", "Registry", "prime", "drain", "shout", "Level", "Kind"],
  ],
  [
    "cpp",
    `#ifndef PUMP_H
#define PUMP_H
#define MAX_LEVEL(x) (x)
struct valve;
struct valve valves[3];
namespace pump {
class Pump : public Base {
  virtual void prime(int level) const override {
    return compute(level);
  }
};
template <typename T> struct Box {};
std::vector<int> Pump::levels(int from) const {
static inline int *drain(struct pump *p)
{
int declared(int x);
typedef unsigned int level_t;
/* void in_block() { */
// void comment() {
const char *text = "void in_string() {";
char quote = '"';
enum class Kind { A };
Pump::~Pump() {
int main(int argc, char **argv) {`,
    ["MAX_LEVEL", "pump", "Pump", "prime", "Box", "Pump::levels", "drain", "level_t", "Kind", "main"],
  ],
  [
    "csharp",
    `namespace Works.Pumps;
public sealed partial class Pump : IFlow {
    public Pump(int level) {
    public async Task<int> PrimeAsync(int level) {
    public string Text = @"C:\\";
    internal static void Drain(string text) => Console.WriteLine(text)
        await PrimeAsync(level);
public record Level(int Value);
interface IFlow { }
// class Comment {}`,
    ["Works.Pumps", "Pump", "PrimeAsync", "Drain", "Level", "IFlow"],
  ],
  [
    "ruby",
    `module Works
  class Pump < Base
    def self.create(level)
    def primed?
    def prime!(level) # def comment
    text = <<~TEXT
      def in_text
    TEXT
=begin
def in_block
=end
    def after; "class InString"; end`,
    ["Works", "Pump", "create", "primed?", "prime!", "after"],
  ],
  [
    "php",
    `<?php
abstract class Pump extends Base {
    public static function create(int $level): self {
    # function comment() {}
    $text = <<<EOT
function inText() {}
EOT;
    $quoted = 'function inString() {}';
}
trait Flow {}
function drain() {}`,
    ["Pump", "create", "Flow", "drain"],
  ],
  [
    "swift",
    `public final class Pump: Base {
    private func prime(_ level: Int) -> Int {
    static func drain<T>(x: T) {}
}
extension String { }
protocol Flow { }
indirect enum Level { }
actor Valve { }
let text = """
func inText() {}
"""`,
    ["Pump", "prime", "drain", "String", "Flow", "Level", "Valve"],
  ],
  [
    "scala",
    `case class Pump(level: Int)
object Pump {
  override def prime[T](level: T): Unit = {
  implicit def convert(x: Int): Level = ???
}
sealed trait Flow
// def comment = 1`,
    ["Pump", "prime", "convert", "Flow"],
  ],
  [
    "bash",
    `#!/bin/sh
prime() {
  echo "drain() {" # comment() {
}
function start {
cat <<EOF
in_text() {
EOF
stop-all () {`,
    ["prime", "start", "stop-all"],
  ],
  ["elixir", "defmodule Works.Pump do\n  def prime(level) do", ["Works.Pump", "prime"]],
])("%s: functions, classes and types, and nothing in comments and strings", (language, code, expected) => {
  expect(symbols(language, code)).toEqual(expected);
});

it("takes any file, however its quotes and comments stand", () => {
  for (const sign of ['"', "'", "`", "/*", '"""', "<<A\n", "\\'", "(", "a ", "a<", "*/", "\n=begin"]) {
    const code = `${sign.repeat(50_000)}\nfunction after() {}`;
    for (const language of ["typescript", "python", "rust", "ruby", "bash"])
      expect(symbols(language, code).length).toBeLessThan(3);
  }
});

it("says where in the file each is declared", () => {
  const read = readSymbols("def a(): pass\n'''\ndef hidden(): pass\n'''\ndef b(): pass", "python");
  expect([read(0, 1), read(1, 3), read(2, 5)]).toEqual([["a"], [], ["b"]]);
});
