// Generated from fixtures/schemas/payloads.ts by `npm run schemas`: change that, and not this.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
// @ts-nocheck: generated as JavaScript; only the table at the end has a type
import type { ValidateFunction } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

function note(errors, error){
if(errors === null) return [error];
if(errors.length < Infinity) errors.push(error);
return errors;
}


const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"A deal as it is created","type":"object","required":["name","price"],"properties":{"name":{"type":"string","minLength":1},"price":{"type":["number","string"],"pattern":"^-?[0-9]+(\\.[0-9]+)?$","description":"a number, or a text that is one"}}};
const pattern4 = new RegExp("^-?[0-9]+(\\.[0-9]+)?$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",parentSchema:schema31});
errors++;
}
if(data.price === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "price"},message:"must have required property '"+"price"+"'",parentSchema:schema31});
errors++;
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(data0.length < 1){
vErrors = note(vErrors, {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",parentSchema:schema31.properties.name});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema31.properties.name});
errors++;
}
}
if(data.price !== undefined){
let data1 = data.price;
if((!((typeof data1 == "number") && (isFinite(data1)))) && (typeof data1 !== "string")){
vErrors = note(vErrors, {instancePath:instancePath+"/price",schemaPath:"#/properties/price/type",keyword:"type",params:{type: schema31.properties.price.type},message:"must be number,string",parentSchema:schema31.properties.price});
errors++;
}
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
vErrors = note(vErrors, {instancePath:instancePath+"/price",schemaPath:"#/properties/price/pattern",keyword:"pattern",params:{pattern: "^-?[0-9]+(\\.[0-9]+)?$"},message:"must match pattern \""+"^-?[0-9]+(\\.[0-9]+)?$"+"\"",parentSchema:schema31.properties.price});
errors++;
}
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema31});
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}


const schema32 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Attributes of a deal to change","type":"object","properties":{"name":{"type":"string","minLength":1},"price":{"type":["number","string"],"pattern":"^-?[0-9]+(\\.[0-9]+)?$","description":"a number, or a text that is one"},"held":{"type":"boolean"},"holdReason":{"type":"string"},"reason":{"type":"string"},"amercement":{"type":"number"},"completed":{"type":"boolean"},"canceled":{"type":"boolean"},"completionDate":{"type":"string","anyOf":[{"format":"date"},{"format":"date-time"}],"description":"a date such as 2031-03-31, or a date and time"},"whyChanged":{"type":"string"}}};
const formats0 = fullFormats.date;
const formats2 = fullFormats["date-time"];

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(data0.length < 1){
vErrors = note(vErrors, {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",parentSchema:schema32.properties.name});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema32.properties.name});
errors++;
}
}
if(data.price !== undefined){
let data1 = data.price;
if((!((typeof data1 == "number") && (isFinite(data1)))) && (typeof data1 !== "string")){
vErrors = note(vErrors, {instancePath:instancePath+"/price",schemaPath:"#/properties/price/type",keyword:"type",params:{type: schema32.properties.price.type},message:"must be number,string",parentSchema:schema32.properties.price});
errors++;
}
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
vErrors = note(vErrors, {instancePath:instancePath+"/price",schemaPath:"#/properties/price/pattern",keyword:"pattern",params:{pattern: "^-?[0-9]+(\\.[0-9]+)?$"},message:"must match pattern \""+"^-?[0-9]+(\\.[0-9]+)?$"+"\"",parentSchema:schema32.properties.price});
errors++;
}
}
}
if(data.held !== undefined){
let data2 = data.held;
if(typeof data2 !== "boolean"){
vErrors = note(vErrors, {instancePath:instancePath+"/held",schemaPath:"#/properties/held/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",parentSchema:schema32.properties.held});
errors++;
}
}
if(data.holdReason !== undefined){
let data3 = data.holdReason;
if(typeof data3 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/holdReason",schemaPath:"#/properties/holdReason/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema32.properties.holdReason});
errors++;
}
}
if(data.reason !== undefined){
let data4 = data.reason;
if(typeof data4 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema32.properties.reason});
errors++;
}
}
if(data.amercement !== undefined){
let data5 = data.amercement;
if(!((typeof data5 == "number") && (isFinite(data5)))){
vErrors = note(vErrors, {instancePath:instancePath+"/amercement",schemaPath:"#/properties/amercement/type",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema32.properties.amercement});
errors++;
}
}
if(data.completed !== undefined){
let data6 = data.completed;
if(typeof data6 !== "boolean"){
vErrors = note(vErrors, {instancePath:instancePath+"/completed",schemaPath:"#/properties/completed/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",parentSchema:schema32.properties.completed});
errors++;
}
}
if(data.canceled !== undefined){
let data7 = data.canceled;
if(typeof data7 !== "boolean"){
vErrors = note(vErrors, {instancePath:instancePath+"/canceled",schemaPath:"#/properties/canceled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",parentSchema:schema32.properties.canceled});
errors++;
}
}
if(data.completionDate !== undefined){
let data8 = data.completionDate;
if(typeof data8 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/completionDate",schemaPath:"#/properties/completionDate/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema32.properties.completionDate});
errors++;
}
const _errs19 = errors;
let valid1 = false;
const _errs20 = errors;
if(typeof data8 === "string"){
if(!(formats0.validate(data8))){
vErrors = note(vErrors, {instancePath:instancePath+"/completionDate",schemaPath:"#/properties/completionDate/anyOf/0/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\"",parentSchema:schema32.properties.completionDate.anyOf[0]});
errors++;
}
}
var _valid0 = _errs20 === errors;
valid1 = valid1 || _valid0;
const _errs21 = errors;
if(typeof data8 === "string"){
if(!(formats2.validate(data8))){
vErrors = note(vErrors, {instancePath:instancePath+"/completionDate",schemaPath:"#/properties/completionDate/anyOf/1/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",parentSchema:schema32.properties.completionDate.anyOf[1]});
errors++;
}
}
var _valid0 = _errs21 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
vErrors = note(vErrors, {instancePath:instancePath+"/completionDate",schemaPath:"#/properties/completionDate/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",parentSchema:schema32.properties.completionDate});
errors++;
}
else {
errors = _errs19;
if(vErrors !== null){
if(_errs19){
vErrors.length = _errs19;
}
else {
vErrors = null;
}
}
}
}
if(data.whyChanged !== undefined){
let data9 = data.whyChanged;
if(typeof data9 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/whyChanged",schemaPath:"#/properties/whyChanged/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema32.properties.whyChanged});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema32});
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}


const schema33 = {"title":"A command on any deal","type":"object","required":["deal","action"],"properties":{"deal":{"type":["string","number"]},"action":{"type":"string"},"params":{"type":"object"}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.deal === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deal"},message:"must have required property '"+"deal"+"'",parentSchema:schema33});
errors++;
}
if(data.action === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "action"},message:"must have required property '"+"action"+"'",parentSchema:schema33});
errors++;
}
if(data.deal !== undefined){
let data0 = data.deal;
if((typeof data0 !== "string") && (!((typeof data0 == "number") && (isFinite(data0))))){
vErrors = note(vErrors, {instancePath:instancePath+"/deal",schemaPath:"#/properties/deal/type",keyword:"type",params:{type: schema33.properties.deal.type},message:"must be string,number",parentSchema:schema33.properties.deal});
errors++;
}
}
if(data.action !== undefined){
let data1 = data.action;
if(typeof data1 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/action",schemaPath:"#/properties/action/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema33.properties.action});
errors++;
}
}
if(data.params !== undefined){
let data2 = data.params;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
vErrors = note(vErrors, {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema33.properties.params});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema33});
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}


const schema34 = {"title":"A command on the deal of the address","type":"object","required":["action"],"properties":{"deal":{"type":["string","number"]},"action":{"type":"string"},"params":{"type":"object"}}};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.action === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "action"},message:"must have required property '"+"action"+"'",parentSchema:schema34});
errors++;
}
if(data.deal !== undefined){
let data0 = data.deal;
if((typeof data0 !== "string") && (!((typeof data0 == "number") && (isFinite(data0))))){
vErrors = note(vErrors, {instancePath:instancePath+"/deal",schemaPath:"#/properties/deal/type",keyword:"type",params:{type: schema34.properties.deal.type},message:"must be string,number",parentSchema:schema34.properties.deal});
errors++;
}
}
if(data.action !== undefined){
let data1 = data.action;
if(typeof data1 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/action",schemaPath:"#/properties/action/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema34.properties.action});
errors++;
}
}
if(data.params !== undefined){
let data2 = data.params;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
vErrors = note(vErrors, {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema34.properties.params});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema34});
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}


const schema35 = {"title":"Parameters of HoldDeal","type":"object","required":["reason"],"properties":{"reason":{"type":"string"}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.reason === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'",parentSchema:schema35});
errors++;
}
if(data.reason !== undefined){
let data0 = data.reason;
if(typeof data0 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema35.properties.reason});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema35});
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}


const schema36 = {"title":"Parameters of HoldDeal","type":"object","required":["id","reason"],"properties":{"id":{"type":["string","number"]},"reason":{"type":"string"}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema36});
errors++;
}
if(data.reason === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'",parentSchema:schema36});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if((typeof data0 !== "string") && (!((typeof data0 == "number") && (isFinite(data0))))){
vErrors = note(vErrors, {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: schema36.properties.id.type},message:"must be string,number",parentSchema:schema36.properties.id});
errors++;
}
}
if(data.reason !== undefined){
let data1 = data.reason;
if(typeof data1 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema36.properties.reason});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36});
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}


const schema37 = {"title":"Parameters of UnholdDeal","type":"object","required":[],"properties":{}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema37});
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}


const schema38 = {"title":"Parameters of UnholdDeal","type":"object","required":["id"],"properties":{"id":{"type":["string","number"]}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema38});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if((typeof data0 !== "string") && (!((typeof data0 == "number") && (isFinite(data0))))){
vErrors = note(vErrors, {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: schema38.properties.id.type},message:"must be string,number",parentSchema:schema38.properties.id});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema38});
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}


const schema39 = {"title":"Parameters of CompleteDeal","type":"object","required":[],"properties":{}};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema39});
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}


const schema40 = {"title":"Parameters of CompleteDeal","type":"object","required":["id"],"properties":{"id":{"type":["string","number"]}}};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema40});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if((typeof data0 !== "string") && (!((typeof data0 == "number") && (isFinite(data0))))){
vErrors = note(vErrors, {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: schema40.properties.id.type},message:"must be string,number",parentSchema:schema40.properties.id});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema40});
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}


const schema41 = {"title":"Parameters of CancelDeal","type":"object","required":["amercement","reason"],"properties":{"amercement":{"type":"number"},"reason":{"type":"string"}}};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amercement === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amercement"},message:"must have required property '"+"amercement"+"'",parentSchema:schema41});
errors++;
}
if(data.reason === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'",parentSchema:schema41});
errors++;
}
if(data.amercement !== undefined){
let data0 = data.amercement;
if(!((typeof data0 == "number") && (isFinite(data0)))){
vErrors = note(vErrors, {instancePath:instancePath+"/amercement",schemaPath:"#/properties/amercement/type",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema41.properties.amercement});
errors++;
}
}
if(data.reason !== undefined){
let data1 = data.reason;
if(typeof data1 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema41.properties.reason});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema41});
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}


const schema42 = {"title":"Parameters of CancelDeal","type":"object","required":["id","amercement","reason"],"properties":{"id":{"type":["string","number"]},"amercement":{"type":"number"},"reason":{"type":"string"}}};

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema42});
errors++;
}
if(data.amercement === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amercement"},message:"must have required property '"+"amercement"+"'",parentSchema:schema42});
errors++;
}
if(data.reason === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'",parentSchema:schema42});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if((typeof data0 !== "string") && (!((typeof data0 == "number") && (isFinite(data0))))){
vErrors = note(vErrors, {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: schema42.properties.id.type},message:"must be string,number",parentSchema:schema42.properties.id});
errors++;
}
}
if(data.amercement !== undefined){
let data1 = data.amercement;
if(!((typeof data1 == "number") && (isFinite(data1)))){
vErrors = note(vErrors, {instancePath:instancePath+"/amercement",schemaPath:"#/properties/amercement/type",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema42.properties.amercement});
errors++;
}
}
if(data.reason !== undefined){
let data2 = data.reason;
if(typeof data2 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema42.properties.reason});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema42});
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}


const schema43 = {"title":"Parameters of ChangePrice","type":"object","required":["newPrice","reason"],"properties":{"newPrice":{"type":"number"},"reason":{"type":"string"}}};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.newPrice === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "newPrice"},message:"must have required property '"+"newPrice"+"'",parentSchema:schema43});
errors++;
}
if(data.reason === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'",parentSchema:schema43});
errors++;
}
if(data.newPrice !== undefined){
let data0 = data.newPrice;
if(!((typeof data0 == "number") && (isFinite(data0)))){
vErrors = note(vErrors, {instancePath:instancePath+"/newPrice",schemaPath:"#/properties/newPrice/type",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema43.properties.newPrice});
errors++;
}
}
if(data.reason !== undefined){
let data1 = data.reason;
if(typeof data1 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema43.properties.reason});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema43});
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}


const schema44 = {"title":"Parameters of ChangePrice","type":"object","required":["id","newPrice","reason"],"properties":{"id":{"type":["string","number"]},"newPrice":{"type":"number"},"reason":{"type":"string"}}};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema44});
errors++;
}
if(data.newPrice === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "newPrice"},message:"must have required property '"+"newPrice"+"'",parentSchema:schema44});
errors++;
}
if(data.reason === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'",parentSchema:schema44});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if((typeof data0 !== "string") && (!((typeof data0 == "number") && (isFinite(data0))))){
vErrors = note(vErrors, {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: schema44.properties.id.type},message:"must be string,number",parentSchema:schema44.properties.id});
errors++;
}
}
if(data.newPrice !== undefined){
let data1 = data.newPrice;
if(!((typeof data1 == "number") && (isFinite(data1)))){
vErrors = note(vErrors, {instancePath:instancePath+"/newPrice",schemaPath:"#/properties/newPrice/type",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema44.properties.newPrice});
errors++;
}
}
if(data.reason !== undefined){
let data2 = data.reason;
if(typeof data2 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema44.properties.reason});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema44});
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}


const schema45 = {"title":"Parameters of ChangeCompletionDate","type":"object","required":["newDate","amercement","whyChanged"],"properties":{"newDate":{"type":"string","anyOf":[{"format":"date"},{"format":"date-time"}],"description":"a date such as 2031-03-31, or a date and time"},"amercement":{"type":"number"},"whyChanged":{"type":"string"}}};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.newDate === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "newDate"},message:"must have required property '"+"newDate"+"'",parentSchema:schema45});
errors++;
}
if(data.amercement === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amercement"},message:"must have required property '"+"amercement"+"'",parentSchema:schema45});
errors++;
}
if(data.whyChanged === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "whyChanged"},message:"must have required property '"+"whyChanged"+"'",parentSchema:schema45});
errors++;
}
if(data.newDate !== undefined){
let data0 = data.newDate;
if(typeof data0 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/newDate",schemaPath:"#/properties/newDate/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema45.properties.newDate});
errors++;
}
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(typeof data0 === "string"){
if(!(formats0.validate(data0))){
vErrors = note(vErrors, {instancePath:instancePath+"/newDate",schemaPath:"#/properties/newDate/anyOf/0/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\"",parentSchema:schema45.properties.newDate.anyOf[0]});
errors++;
}
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
const _errs5 = errors;
if(typeof data0 === "string"){
if(!(formats2.validate(data0))){
vErrors = note(vErrors, {instancePath:instancePath+"/newDate",schemaPath:"#/properties/newDate/anyOf/1/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",parentSchema:schema45.properties.newDate.anyOf[1]});
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
vErrors = note(vErrors, {instancePath:instancePath+"/newDate",schemaPath:"#/properties/newDate/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",parentSchema:schema45.properties.newDate});
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
if(data.amercement !== undefined){
let data1 = data.amercement;
if(!((typeof data1 == "number") && (isFinite(data1)))){
vErrors = note(vErrors, {instancePath:instancePath+"/amercement",schemaPath:"#/properties/amercement/type",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema45.properties.amercement});
errors++;
}
}
if(data.whyChanged !== undefined){
let data2 = data.whyChanged;
if(typeof data2 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/whyChanged",schemaPath:"#/properties/whyChanged/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema45.properties.whyChanged});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema45});
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}


const schema46 = {"title":"Parameters of ChangeCompletionDate","type":"object","required":["id","newDate","amercement","whyChanged"],"properties":{"id":{"type":["string","number"]},"newDate":{"type":"string","anyOf":[{"format":"date"},{"format":"date-time"}],"description":"a date such as 2031-03-31, or a date and time"},"amercement":{"type":"number"},"whyChanged":{"type":"string"}}};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema46});
errors++;
}
if(data.newDate === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "newDate"},message:"must have required property '"+"newDate"+"'",parentSchema:schema46});
errors++;
}
if(data.amercement === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amercement"},message:"must have required property '"+"amercement"+"'",parentSchema:schema46});
errors++;
}
if(data.whyChanged === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "whyChanged"},message:"must have required property '"+"whyChanged"+"'",parentSchema:schema46});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if((typeof data0 !== "string") && (!((typeof data0 == "number") && (isFinite(data0))))){
vErrors = note(vErrors, {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: schema46.properties.id.type},message:"must be string,number",parentSchema:schema46.properties.id});
errors++;
}
}
if(data.newDate !== undefined){
let data1 = data.newDate;
if(typeof data1 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/newDate",schemaPath:"#/properties/newDate/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema46.properties.newDate});
errors++;
}
const _errs5 = errors;
let valid1 = false;
const _errs6 = errors;
if(typeof data1 === "string"){
if(!(formats0.validate(data1))){
vErrors = note(vErrors, {instancePath:instancePath+"/newDate",schemaPath:"#/properties/newDate/anyOf/0/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\"",parentSchema:schema46.properties.newDate.anyOf[0]});
errors++;
}
}
var _valid0 = _errs6 === errors;
valid1 = valid1 || _valid0;
const _errs7 = errors;
if(typeof data1 === "string"){
if(!(formats2.validate(data1))){
vErrors = note(vErrors, {instancePath:instancePath+"/newDate",schemaPath:"#/properties/newDate/anyOf/1/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",parentSchema:schema46.properties.newDate.anyOf[1]});
errors++;
}
}
var _valid0 = _errs7 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
vErrors = note(vErrors, {instancePath:instancePath+"/newDate",schemaPath:"#/properties/newDate/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",parentSchema:schema46.properties.newDate});
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
}
if(data.amercement !== undefined){
let data2 = data.amercement;
if(!((typeof data2 == "number") && (isFinite(data2)))){
vErrors = note(vErrors, {instancePath:instancePath+"/amercement",schemaPath:"#/properties/amercement/type",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema46.properties.amercement});
errors++;
}
}
if(data.whyChanged !== undefined){
let data3 = data.whyChanged;
if(typeof data3 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/whyChanged",schemaPath:"#/properties/whyChanged/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema46.properties.whyChanged});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema46});
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}

/** A payload that the mock knows a schema of. */
export type PayloadName = 'deal' | 'dealUpdate' | 'actionOnAnyDeal' | 'actionOnThisDeal' | 'HoldDeal' | 'HoldDealCommand' | 'UnholdDeal' | 'UnholdDealCommand' | 'CompleteDeal' | 'CompleteDealCommand' | 'CancelDeal' | 'CancelDealCommand' | 'ChangePrice' | 'ChangePriceCommand' | 'ChangeCompletionDate' | 'ChangeCompletionDateCommand';

/** The checks, by the name of what they check. */
export const CHECKS: Readonly<Record<PayloadName, ValidateFunction>> = {
  deal: validate20,
  dealUpdate: validate21,
  actionOnAnyDeal: validate22,
  actionOnThisDeal: validate23,
  HoldDeal: validate24,
  HoldDealCommand: validate25,
  UnholdDeal: validate26,
  UnholdDealCommand: validate27,
  CompleteDeal: validate28,
  CompleteDealCommand: validate29,
  CancelDeal: validate30,
  CancelDealCommand: validate31,
  ChangePrice: validate32,
  ChangePriceCommand: validate33,
  ChangeCompletionDate: validate34,
  ChangeCompletionDateCommand: validate35,
};
