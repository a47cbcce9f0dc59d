import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = [..."áƀçđéƒğĥíĵķłɱñóþɋřšťúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓÞɊŘŠŤÚṼŴẊÝŽ"];
const LETTERS = new Map([...PLAIN].map((letter, index) => [letter, ACCENTED[index] ?? letter]));

/** Every letter accented and every vowel doubled, which makes a text about a third longer: as long as German. */
const accent = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) =>
    (LETTERS.get(letter) ?? letter).repeat(/[aeiou]/i.test(letter) ? 2 : 1),
  );

/** A message in the pseudo locale: only what is text in it changes, arguments, branches and tags stay. */
export const pseudoMessage = (message: string): string => printAST(parse(message).map(change));

function change(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return { type: TYPE.literal, value: accent(element.value) };
    case TYPE.select:
    case TYPE.plural:
      return {
        ...element,
        options: Object.fromEntries(
          Object.entries(element.options).map(([branch, { value }]) => [
            branch,
            { value: value.map(change) },
          ]),
        ),
      };
    case TYPE.tag:
      return { ...element, children: element.children.map(change) };
    case TYPE.argument:
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
    case TYPE.pound:
      return element;
  }
}
