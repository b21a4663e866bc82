import type { components as SourcesComponents } from "../generated/sources.ts";

type Sources = SourcesComponents["schemas"];

export type Method = Sources["Method"];
export type MethodInput = Sources["MethodInput"];
/** An older name of a method, accepted in requests only. */
export type MethodAlias = Exclude<MethodInput, Method>;
export type FileSource = Sources["FileSource"];
export type ThinkingLevel = Sources["ThinkingLevel"];

/** How far a crawl goes. */
export type CrawlOptions = Sources["CrawlOptions"];
export type ScheduledBuild = Sources["ScheduledBuild"];
export type Build = Sources["Build"];
export type BuildStatus = Sources["BuildStatus"];
export type BuildProgress = Sources["BuildProgress"];
export type LeftOut = Sources["LeftOut"];

export type Source = Sources["Source"];
export type SourceStatus = Sources["SourceStatus"];
export type SourceQuery = Sources["SourceQuery"];
export type SourceSort = Sources["SourceSort"];
export type UploadedSource = Sources["UploadedSource"];
export type DeletedSource = Sources["DeletedSource"];

export type Element = Sources["Element"];
export type ElementType = Sources["ElementType"];
export type ElementMetadata = Sources["ElementMetadata"];
export type ElementPage = Sources["ElementPage"];
export type ElementDocument = Sources["ElementDocument"];
export type ElementDocumentPage = Sources["ElementDocumentPage"];
export type BoundingBox = Sources["BoundingBox"];
export type PageLayout = Sources["PageLayout"];
export type PageScreenshot = Sources["PageScreenshot"];

export type AskRequest = Sources["AskRequest"];
export type Answer = Sources["Answer"];
/** One event of a streamed answer: any number of `status`, `delta` and `citation`, then one `answer` or one `error`. */
export type AnswerEvent = Sources["AnswerEvent"];
export type AnswerStatus = Sources["AnswerStatus"];
export type StreamError = Sources["StreamError"];
export type StoppedAnswer = Sources["StoppedAnswer"];
export type Conversation = Sources["Conversation"];
export type ConversationPage = Sources["ConversationPage"];
export type ConversationDetail = Sources["ConversationDetail"];
export type ConversationTurn = Sources["ConversationTurn"];
export type DeletedConversation = Sources["DeletedConversation"];
export type Citation = Sources["Citation"];
export type Usage = Sources["Usage"];

export type RetrievalRequest = Sources["RetrievalRequest"];
export type RetrievalResult = Sources["RetrievalResult"];
/** A retrieved passage, as `/prebuilt-rag` answers it. */
export type Chunk = Sources["Chunk"];
export type ExtractionRequest = Sources["ExtractionRequest"];
export type ExtractionResult = Sources["ExtractionResult"];
export type Evidence = Sources["Evidence"];

export type Token = Sources["Token"];
export type TokenList = Sources["TokenList"];
export type NewToken = Sources["NewToken"];
/** A new token with its secret, which is shown only once. */
export type CreatedToken = Sources["CreatedToken"];

export type ErrorBody = Sources["ErrorBody"];
export type Health = Sources["Health"];
export type Readiness = Sources["Readiness"];
