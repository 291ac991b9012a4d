// Generated from mock/control/body-schemas.ts by `npm run schemas`: change that, and not this.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
// @ts-nocheck: generated as JavaScript; only the table at the end has a type
import type { ValidateFunction } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

function note(errors, error){
if(errors === null) return [error];
if(errors.length < 1000) errors.push(error);
return errors;
}


const schema31 = {"type":"object","additionalProperties":false,"properties":{"user":{"type":"string","pattern":"^[\\s\\S]{0,200}$","description":"a text of at most 200 characters"},"lifeSeconds":{"type":"integer","minimum":1,"maximum":34560000,"description":"a number of seconds, at most 400 days"},"crossSite":{"type":"boolean","description":"true or false"}}};
const pattern4 = new RegExp("^[\\s\\S]{0,200}$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "user") || (key0 === "lifeSeconds")) || (key0 === "crossSite"))){
vErrors = note(vErrors, {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",parentSchema:schema31});
errors++;
}
}
if(data.user !== undefined){
let data0 = data.user;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
vErrors = note(vErrors, {instancePath:instancePath+"/user",schemaPath:"#/properties/user/pattern",keyword:"pattern",params:{pattern: "^[\\s\\S]{0,200}$"},message:"must match pattern \""+"^[\\s\\S]{0,200}$"+"\"",parentSchema:schema31.properties.user});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/user",schemaPath:"#/properties/user/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema31.properties.user});
errors++;
}
}
if(data.lifeSeconds !== undefined){
let data1 = data.lifeSeconds;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
vErrors = note(vErrors, {instancePath:instancePath+"/lifeSeconds",schemaPath:"#/properties/lifeSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",parentSchema:schema31.properties.lifeSeconds});
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 34560000 || isNaN(data1)){
vErrors = note(vErrors, {instancePath:instancePath+"/lifeSeconds",schemaPath:"#/properties/lifeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 34560000},message:"must be <= 34560000",parentSchema:schema31.properties.lifeSeconds});
errors++;
}
if(data1 < 1 || isNaN(data1)){
vErrors = note(vErrors, {instancePath:instancePath+"/lifeSeconds",schemaPath:"#/properties/lifeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",parentSchema:schema31.properties.lifeSeconds});
errors++;
}
}
}
if(data.crossSite !== undefined){
let data2 = data.crossSite;
if(typeof data2 !== "boolean"){
vErrors = note(vErrors, {instancePath:instancePath+"/crossSite",schemaPath:"#/properties/crossSite/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",parentSchema:schema31.properties.crossSite});
errors++;
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


const schema32 = {"type":"object","additionalProperties":false,"properties":{"operationForms":{"type":"array","uniqueItems":true,"items":{"type":"string","enum":["A","B","C","D","E","F","G"]},"title":"Forms in which operations are served (4.2)","description":"a list of A, B, C, D, E, F, G"},"emptyQuery":{"enum":[200,204],"title":"Status of a query that matches nothing (4.4-m2)","description":"one of 200, 204"},"deleted":{"enum":[404,410],"title":"Status of a deleted record (4.4-m3)","description":"one of 404, 410"},"commandQuery":{"type":"boolean","title":"Command and query split (4.3)","description":"true or false"},"representations":{"type":"array","uniqueItems":true,"items":{"type":"string","enum":["json","xml","html"]},"title":"Representations (4.5)","description":"a list of json, xml, html","minItems":1},"selectors":{"type":"array","uniqueItems":true,"items":{"type":"string","enum":["accept","suffix","format"]},"title":"How a representation is chosen (4.5)","description":"a list of accept, suffix, format"},"create":{"enum":["created","full-result"],"title":"What a creation answers (4.4)","description":"one of created, full-result"},"session":{"enum":["presence","validated","none"],"title":"Session check (5)","description":"one of presence, validated, none"},"validators":{"type":"boolean","title":"ETag and Last-Modified (4.4-c4)","description":"true or false"},"indexBase":{"enum":[0,1],"title":"Index of the first nested record (4.4)","description":"one of 0, 1"},"location":{"title":"How a Location is written","enum":["absolute","relative"],"description":"one of absolute, relative"},"ids":{"title":"How the ids of new records are made","enum":["number","uuid"],"description":"one of number, uuid"},"requireTransitions":{"title":"Operations that the state of a deal does not allow are refused","type":"boolean","description":"true or false"},"explain":{"title":"Answers name the rule that they keep","type":"boolean","description":"true or false"},"unavailable":{"title":"Parts that are down (503)","type":"array","uniqueItems":true,"items":{"type":"string","enum":["deals","users","commands","session"]},"description":"a list of deals, users, commands, session"}}};
const func1 = Object.prototype.hasOwnProperty;

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema32.properties, key0))){
vErrors = note(vErrors, {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",parentSchema:schema32});
errors++;
}
}
if(data.operationForms !== undefined){
let data0 = data.operationForms;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/operationForms/" + i0,schemaPath:"#/properties/operationForms/items/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema32.properties.operationForms.items});
errors++;
}
if(!(((((((data1 === "A") || (data1 === "B")) || (data1 === "C")) || (data1 === "D")) || (data1 === "E")) || (data1 === "F")) || (data1 === "G"))){
vErrors = note(vErrors, {instancePath:instancePath+"/operationForms/" + i0,schemaPath:"#/properties/operationForms/items/enum",keyword:"enum",params:{allowedValues: schema32.properties.operationForms.items.enum},message:"must be equal to one of the allowed values",parentSchema:schema32.properties.operationForms.items});
errors++;
}
}
let i1 = data0.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data0[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
vErrors = note(vErrors, {instancePath:instancePath+"/operationForms",schemaPath:"#/properties/operationForms/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)",parentSchema:schema32.properties.operationForms});
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/operationForms",schemaPath:"#/properties/operationForms/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema32.properties.operationForms});
errors++;
}
}
if(data.emptyQuery !== undefined){
let data2 = data.emptyQuery;
if(!((data2 === 200) || (data2 === 204))){
vErrors = note(vErrors, {instancePath:instancePath+"/emptyQuery",schemaPath:"#/properties/emptyQuery/enum",keyword:"enum",params:{allowedValues: schema32.properties.emptyQuery.enum},message:"must be equal to one of the allowed values",parentSchema:schema32.properties.emptyQuery});
errors++;
}
}
if(data.deleted !== undefined){
let data3 = data.deleted;
if(!((data3 === 404) || (data3 === 410))){
vErrors = note(vErrors, {instancePath:instancePath+"/deleted",schemaPath:"#/properties/deleted/enum",keyword:"enum",params:{allowedValues: schema32.properties.deleted.enum},message:"must be equal to one of the allowed values",parentSchema:schema32.properties.deleted});
errors++;
}
}
if(data.commandQuery !== undefined){
let data4 = data.commandQuery;
if(typeof data4 !== "boolean"){
vErrors = note(vErrors, {instancePath:instancePath+"/commandQuery",schemaPath:"#/properties/commandQuery/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",parentSchema:schema32.properties.commandQuery});
errors++;
}
}
if(data.representations !== undefined){
let data5 = data.representations;
if(Array.isArray(data5)){
if(data5.length < 1){
vErrors = note(vErrors, {instancePath:instancePath+"/representations",schemaPath:"#/properties/representations/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",parentSchema:schema32.properties.representations});
errors++;
}
const len1 = data5.length;
for(let i2=0; i2<len1; i2++){
let data6 = data5[i2];
if(typeof data6 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/representations/" + i2,schemaPath:"#/properties/representations/items/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema32.properties.representations.items});
errors++;
}
if(!(((data6 === "json") || (data6 === "xml")) || (data6 === "html"))){
vErrors = note(vErrors, {instancePath:instancePath+"/representations/" + i2,schemaPath:"#/properties/representations/items/enum",keyword:"enum",params:{allowedValues: schema32.properties.representations.items.enum},message:"must be equal to one of the allowed values",parentSchema:schema32.properties.representations.items});
errors++;
}
}
let i3 = data5.length;
let j1;
if(i3 > 1){
const indices1 = {};
for(;i3--;){
let item1 = data5[i3];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
vErrors = note(vErrors, {instancePath:instancePath+"/representations",schemaPath:"#/properties/representations/uniqueItems",keyword:"uniqueItems",params:{i: i3, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i3+" are identical)",parentSchema:schema32.properties.representations});
errors++;
break;
}
indices1[item1] = i3;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/representations",schemaPath:"#/properties/representations/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema32.properties.representations});
errors++;
}
}
if(data.selectors !== undefined){
let data7 = data.selectors;
if(Array.isArray(data7)){
const len2 = data7.length;
for(let i4=0; i4<len2; i4++){
let data8 = data7[i4];
if(typeof data8 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/selectors/" + i4,schemaPath:"#/properties/selectors/items/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema32.properties.selectors.items});
errors++;
}
if(!(((data8 === "accept") || (data8 === "suffix")) || (data8 === "format"))){
vErrors = note(vErrors, {instancePath:instancePath+"/selectors/" + i4,schemaPath:"#/properties/selectors/items/enum",keyword:"enum",params:{allowedValues: schema32.properties.selectors.items.enum},message:"must be equal to one of the allowed values",parentSchema:schema32.properties.selectors.items});
errors++;
}
}
let i5 = data7.length;
let j2;
if(i5 > 1){
const indices2 = {};
for(;i5--;){
let item2 = data7[i5];
if(typeof item2 !== "string"){
continue;
}
if(typeof indices2[item2] == "number"){
j2 = indices2[item2];
vErrors = note(vErrors, {instancePath:instancePath+"/selectors",schemaPath:"#/properties/selectors/uniqueItems",keyword:"uniqueItems",params:{i: i5, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i5+" are identical)",parentSchema:schema32.properties.selectors});
errors++;
break;
}
indices2[item2] = i5;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/selectors",schemaPath:"#/properties/selectors/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema32.properties.selectors});
errors++;
}
}
if(data.create !== undefined){
let data9 = data.create;
if(!((data9 === "created") || (data9 === "full-result"))){
vErrors = note(vErrors, {instancePath:instancePath+"/create",schemaPath:"#/properties/create/enum",keyword:"enum",params:{allowedValues: schema32.properties.create.enum},message:"must be equal to one of the allowed values",parentSchema:schema32.properties.create});
errors++;
}
}
if(data.session !== undefined){
let data10 = data.session;
if(!(((data10 === "presence") || (data10 === "validated")) || (data10 === "none"))){
vErrors = note(vErrors, {instancePath:instancePath+"/session",schemaPath:"#/properties/session/enum",keyword:"enum",params:{allowedValues: schema32.properties.session.enum},message:"must be equal to one of the allowed values",parentSchema:schema32.properties.session});
errors++;
}
}
if(data.validators !== undefined){
let data11 = data.validators;
if(typeof data11 !== "boolean"){
vErrors = note(vErrors, {instancePath:instancePath+"/validators",schemaPath:"#/properties/validators/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",parentSchema:schema32.properties.validators});
errors++;
}
}
if(data.indexBase !== undefined){
let data12 = data.indexBase;
if(!((data12 === 0) || (data12 === 1))){
vErrors = note(vErrors, {instancePath:instancePath+"/indexBase",schemaPath:"#/properties/indexBase/enum",keyword:"enum",params:{allowedValues: schema32.properties.indexBase.enum},message:"must be equal to one of the allowed values",parentSchema:schema32.properties.indexBase});
errors++;
}
}
if(data.location !== undefined){
let data13 = data.location;
if(!((data13 === "absolute") || (data13 === "relative"))){
vErrors = note(vErrors, {instancePath:instancePath+"/location",schemaPath:"#/properties/location/enum",keyword:"enum",params:{allowedValues: schema32.properties.location.enum},message:"must be equal to one of the allowed values",parentSchema:schema32.properties.location});
errors++;
}
}
if(data.ids !== undefined){
let data14 = data.ids;
if(!((data14 === "number") || (data14 === "uuid"))){
vErrors = note(vErrors, {instancePath:instancePath+"/ids",schemaPath:"#/properties/ids/enum",keyword:"enum",params:{allowedValues: schema32.properties.ids.enum},message:"must be equal to one of the allowed values",parentSchema:schema32.properties.ids});
errors++;
}
}
if(data.requireTransitions !== undefined){
let data15 = data.requireTransitions;
if(typeof data15 !== "boolean"){
vErrors = note(vErrors, {instancePath:instancePath+"/requireTransitions",schemaPath:"#/properties/requireTransitions/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",parentSchema:schema32.properties.requireTransitions});
errors++;
}
}
if(data.explain !== undefined){
let data16 = data.explain;
if(typeof data16 !== "boolean"){
vErrors = note(vErrors, {instancePath:instancePath+"/explain",schemaPath:"#/properties/explain/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",parentSchema:schema32.properties.explain});
errors++;
}
}
if(data.unavailable !== undefined){
let data17 = data.unavailable;
if(Array.isArray(data17)){
const len3 = data17.length;
for(let i6=0; i6<len3; i6++){
let data18 = data17[i6];
if(typeof data18 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/unavailable/" + i6,schemaPath:"#/properties/unavailable/items/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema32.properties.unavailable.items});
errors++;
}
if(!((((data18 === "deals") || (data18 === "users")) || (data18 === "commands")) || (data18 === "session"))){
vErrors = note(vErrors, {instancePath:instancePath+"/unavailable/" + i6,schemaPath:"#/properties/unavailable/items/enum",keyword:"enum",params:{allowedValues: schema32.properties.unavailable.items.enum},message:"must be equal to one of the allowed values",parentSchema:schema32.properties.unavailable.items});
errors++;
}
}
let i7 = data17.length;
let j3;
if(i7 > 1){
const indices3 = {};
for(;i7--;){
let item3 = data17[i7];
if(typeof item3 !== "string"){
continue;
}
if(typeof indices3[item3] == "number"){
j3 = indices3[item3];
vErrors = note(vErrors, {instancePath:instancePath+"/unavailable",schemaPath:"#/properties/unavailable/uniqueItems",keyword:"uniqueItems",params:{i: i7, j: j3},message:"must NOT have duplicate items (items ## "+j3+" and "+i7+" are identical)",parentSchema:schema32.properties.unavailable});
errors++;
break;
}
indices3[item3] = i7;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/unavailable",schemaPath:"#/properties/unavailable/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema32.properties.unavailable});
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


const schema33 = {"type":"object","additionalProperties":false,"properties":{"stopAt":{"type":"string","format":"date-time","description":"a date and time of RFC 3339"},"moveMs":{"type":"number","description":"a number of milliseconds"},"go":{"const":true,"description":"true"}}};
const formats0 = fullFormats["date-time"];

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "stopAt") || (key0 === "moveMs")) || (key0 === "go"))){
vErrors = note(vErrors, {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",parentSchema:schema33});
errors++;
}
}
if(data.stopAt !== undefined){
let data0 = data.stopAt;
if(typeof data0 === "string"){
if(!(formats0.validate(data0))){
vErrors = note(vErrors, {instancePath:instancePath+"/stopAt",schemaPath:"#/properties/stopAt/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",parentSchema:schema33.properties.stopAt});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/stopAt",schemaPath:"#/properties/stopAt/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema33.properties.stopAt});
errors++;
}
}
if(data.moveMs !== undefined){
let data1 = data.moveMs;
if(!((typeof data1 == "number") && (isFinite(data1)))){
vErrors = note(vErrors, {instancePath:instancePath+"/moveMs",schemaPath:"#/properties/moveMs/type",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema33.properties.moveMs});
errors++;
}
}
if(data.go !== undefined){
let data2 = data.go;
if(true !== data2){
vErrors = note(vErrors, {instancePath:instancePath+"/go",schemaPath:"#/properties/go/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant",parentSchema:schema33.properties.go});
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


const schema34 = {"type":"object","additionalProperties":false,"required":["active"],"properties":{"active":{"type":"array","uniqueItems":true,"items":{"type":"string","description":"the id of a deviation"},"description":"the ids of the deviations to serve with; none: a list without any"}}};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.active === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "active"},message:"must have required property '"+"active"+"'",parentSchema:schema34});
errors++;
}
for(const key0 in data){
if(!(key0 === "active")){
vErrors = note(vErrors, {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",parentSchema:schema34});
errors++;
}
}
if(data.active !== undefined){
let data0 = data.active;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/active/" + i0,schemaPath:"#/properties/active/items/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema34.properties.active.items});
errors++;
}
}
let i1 = data0.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data0[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
vErrors = note(vErrors, {instancePath:instancePath+"/active",schemaPath:"#/properties/active/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)",parentSchema:schema34.properties.active});
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/active",schemaPath:"#/properties/active/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema34.properties.active});
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


const schema35 = {"type":"object","description":"a seed, { \"users\": […], \"deals\": […] }, or a saved state","additionalProperties":false,"properties":{"$schema":{"type":"string"},"users":{"type":"array","items":{"type":"object","description":"a user","required":["id","name"],"properties":{"id":{"type":["string","integer"],"pattern":"^[^\\ud800-\\udfff]+$","description":"an id: a text that is not empty, or a whole number"},"name":{"type":"string","pattern":"^[^\\ud800-\\udfff]+$","description":"a text that is not empty"},"sshKeys":{"type":"array","items":{"type":"object","description":"an object"},"description":"an array of objects"},"addresses":{"type":"array","items":{"type":"object","description":"an object"},"description":"an array of objects"}}},"description":"an array of users"},"deals":{"type":"array","items":{"type":"object","description":"a deal","required":["id","name"],"properties":{"id":{"type":["string","integer"],"pattern":"^[^\\ud800-\\udfff]+$","description":"an id: a text that is not empty, or a whole number"},"name":{"type":"string","pattern":"^[^\\ud800-\\udfff]+$","description":"a text that is not empty"}}},"description":"an array of deals"}}};
const pattern5 = new RegExp("^[^\\ud800-\\udfff]+$", "u");

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "$schema") || (key0 === "users")) || (key0 === "deals"))){
vErrors = note(vErrors, {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",parentSchema:schema35});
errors++;
}
}
if(data.$schema !== undefined){
let data0 = data.$schema;
if(typeof data0 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema35.properties.$schema});
errors++;
}
}
if(data.users !== undefined){
let data1 = data.users;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.id === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i0,schemaPath:"#/properties/users/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema35.properties.users.items});
errors++;
}
if(data2.name === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i0,schemaPath:"#/properties/users/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",parentSchema:schema35.properties.users.items});
errors++;
}
if(data2.id !== undefined){
let data3 = data2.id;
if((typeof data3 !== "string") && (!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3))))){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i0+"/id",schemaPath:"#/properties/users/items/properties/id/type",keyword:"type",params:{type: schema35.properties.users.items.properties.id.type},message:"must be string,integer",parentSchema:schema35.properties.users.items.properties.id});
errors++;
}
if(typeof data3 === "string"){
if(!pattern5.test(data3)){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i0+"/id",schemaPath:"#/properties/users/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]+$"},message:"must match pattern \""+"^[^\\ud800-\\udfff]+$"+"\"",parentSchema:schema35.properties.users.items.properties.id});
errors++;
}
}
}
if(data2.name !== undefined){
let data4 = data2.name;
if(typeof data4 === "string"){
if(!pattern5.test(data4)){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i0+"/name",schemaPath:"#/properties/users/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]+$"},message:"must match pattern \""+"^[^\\ud800-\\udfff]+$"+"\"",parentSchema:schema35.properties.users.items.properties.name});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i0+"/name",schemaPath:"#/properties/users/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema35.properties.users.items.properties.name});
errors++;
}
}
if(data2.sshKeys !== undefined){
let data5 = data2.sshKeys;
if(Array.isArray(data5)){
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
if(!(data6 && typeof data6 == "object" && !Array.isArray(data6))){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i0+"/sshKeys/" + i1,schemaPath:"#/properties/users/items/properties/sshKeys/items/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema35.properties.users.items.properties.sshKeys.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i0+"/sshKeys",schemaPath:"#/properties/users/items/properties/sshKeys/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema35.properties.users.items.properties.sshKeys});
errors++;
}
}
if(data2.addresses !== undefined){
let data7 = data2.addresses;
if(Array.isArray(data7)){
const len2 = data7.length;
for(let i2=0; i2<len2; i2++){
let data8 = data7[i2];
if(!(data8 && typeof data8 == "object" && !Array.isArray(data8))){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i0+"/addresses/" + i2,schemaPath:"#/properties/users/items/properties/addresses/items/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema35.properties.users.items.properties.addresses.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i0+"/addresses",schemaPath:"#/properties/users/items/properties/addresses/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema35.properties.users.items.properties.addresses});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i0,schemaPath:"#/properties/users/items/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema35.properties.users.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/users",schemaPath:"#/properties/users/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema35.properties.users});
errors++;
}
}
if(data.deals !== undefined){
let data9 = data.deals;
if(Array.isArray(data9)){
const len3 = data9.length;
for(let i3=0; i3<len3; i3++){
let data10 = data9[i3];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.id === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i3,schemaPath:"#/properties/deals/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema35.properties.deals.items});
errors++;
}
if(data10.name === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i3,schemaPath:"#/properties/deals/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",parentSchema:schema35.properties.deals.items});
errors++;
}
if(data10.id !== undefined){
let data11 = data10.id;
if((typeof data11 !== "string") && (!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11))))){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i3+"/id",schemaPath:"#/properties/deals/items/properties/id/type",keyword:"type",params:{type: schema35.properties.deals.items.properties.id.type},message:"must be string,integer",parentSchema:schema35.properties.deals.items.properties.id});
errors++;
}
if(typeof data11 === "string"){
if(!pattern5.test(data11)){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i3+"/id",schemaPath:"#/properties/deals/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]+$"},message:"must match pattern \""+"^[^\\ud800-\\udfff]+$"+"\"",parentSchema:schema35.properties.deals.items.properties.id});
errors++;
}
}
}
if(data10.name !== undefined){
let data12 = data10.name;
if(typeof data12 === "string"){
if(!pattern5.test(data12)){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i3+"/name",schemaPath:"#/properties/deals/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]+$"},message:"must match pattern \""+"^[^\\ud800-\\udfff]+$"+"\"",parentSchema:schema35.properties.deals.items.properties.name});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i3+"/name",schemaPath:"#/properties/deals/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema35.properties.deals.items.properties.name});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i3,schemaPath:"#/properties/deals/items/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema35.properties.deals.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals",schemaPath:"#/properties/deals/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema35.properties.deals});
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


const schema36 = {"type":"object","description":"a saved state","required":["format","deals","users","commands","gone","lastNumber"],"properties":{"$schema":{"type":"string"},"format":{"const":"assayer-state/1","description":"\"assayer-state/1\""},"deals":{"type":"array","items":{"type":"object","description":"a deal with all that hangs under it","required":["id","data"],"properties":{"id":{"type":"string","pattern":"^[^\\ud800-\\udfff]+$","description":"a text that is not empty"},"data":{"type":"object","description":"an object"},"records":{"type":"object","description":"arrays of objects, by name","additionalProperties":{"type":"array","items":{"type":"object","description":"an object"},"description":"an array of objects"}},"commands":{"type":"array","items":{"type":"object","description":"a command document","required":["id","path","data"],"properties":{"id":{"type":"string","pattern":"^[^\\ud800-\\udfff]+$","description":"a text that is not empty"},"path":{"type":"string","pattern":"^/[!-~]*$","description":"a path, percent-encoded"},"data":{"type":"object","description":"an object"}},"additionalProperties":false},"description":"an array of command documents"}},"additionalProperties":false},"description":"an array of deals"},"users":{"type":"array","items":{"type":"object","description":"a user with its nested collections","required":["id","data"],"properties":{"id":{"type":"string","pattern":"^[^\\ud800-\\udfff]+$","description":"a text that is not empty"},"data":{"type":"object","description":"an object"},"sshKeys":{"type":"array","items":{"type":"object","description":"an object"},"description":"an array of objects"},"addresses":{"type":"array","items":{"type":"object","description":"an object"},"description":"an array of objects"}},"additionalProperties":false},"description":"an array of users"},"commands":{"type":"array","items":{"type":"object","description":"a command document","required":["id","path","data"],"properties":{"id":{"type":"string","pattern":"^[^\\ud800-\\udfff]+$","description":"a text that is not empty"},"path":{"type":"string","pattern":"^/[!-~]*$","description":"a path, percent-encoded"},"data":{"type":"object","description":"an object"}},"additionalProperties":false},"description":"an array of command documents"},"gone":{"type":"array","items":{"type":"string","pattern":"^[^\\ud800-\\udfff]+$","description":"a text that is not empty"},"description":"an array of ids"},"lastNumber":{"type":"integer","minimum":0,"maximum":999999999999999,"description":"the highest number that was given as an id"}},"additionalProperties":false};
const pattern11 = new RegExp("^/[!-~]*$", "u");

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.format === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "format"},message:"must have required property '"+"format"+"'",parentSchema:schema36});
errors++;
}
if(data.deals === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deals"},message:"must have required property '"+"deals"+"'",parentSchema:schema36});
errors++;
}
if(data.users === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "users"},message:"must have required property '"+"users"+"'",parentSchema:schema36});
errors++;
}
if(data.commands === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "commands"},message:"must have required property '"+"commands"+"'",parentSchema:schema36});
errors++;
}
if(data.gone === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "gone"},message:"must have required property '"+"gone"+"'",parentSchema:schema36});
errors++;
}
if(data.lastNumber === undefined){
vErrors = note(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "lastNumber"},message:"must have required property '"+"lastNumber"+"'",parentSchema:schema36});
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "$schema") || (key0 === "format")) || (key0 === "deals")) || (key0 === "users")) || (key0 === "commands")) || (key0 === "gone")) || (key0 === "lastNumber"))){
vErrors = note(vErrors, {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",parentSchema:schema36});
errors++;
}
}
if(data.$schema !== undefined){
let data0 = data.$schema;
if(typeof data0 !== "string"){
vErrors = note(vErrors, {instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema36.properties.$schema});
errors++;
}
}
if(data.format !== undefined){
let data1 = data.format;
if("assayer-state/1" !== data1){
vErrors = note(vErrors, {instancePath:instancePath+"/format",schemaPath:"#/properties/format/const",keyword:"const",params:{allowedValue: "assayer-state/1"},message:"must be equal to constant",parentSchema:schema36.properties.format});
errors++;
}
}
if(data.deals !== undefined){
let data2 = data.deals;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.id === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0,schemaPath:"#/properties/deals/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema36.properties.deals.items});
errors++;
}
if(data3.data === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0,schemaPath:"#/properties/deals/items/required",keyword:"required",params:{missingProperty: "data"},message:"must have required property '"+"data"+"'",parentSchema:schema36.properties.deals.items});
errors++;
}
for(const key1 in data3){
if(!((((key1 === "id") || (key1 === "data")) || (key1 === "records")) || (key1 === "commands"))){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0,schemaPath:"#/properties/deals/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",parentSchema:schema36.properties.deals.items});
errors++;
}
}
if(data3.id !== undefined){
let data4 = data3.id;
if(typeof data4 === "string"){
if(!pattern5.test(data4)){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/id",schemaPath:"#/properties/deals/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]+$"},message:"must match pattern \""+"^[^\\ud800-\\udfff]+$"+"\"",parentSchema:schema36.properties.deals.items.properties.id});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/id",schemaPath:"#/properties/deals/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema36.properties.deals.items.properties.id});
errors++;
}
}
if(data3.data !== undefined){
let data5 = data3.data;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/data",schemaPath:"#/properties/deals/items/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.deals.items.properties.data});
errors++;
}
}
if(data3.records !== undefined){
let data6 = data3.records;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key2 in data6){
let data7 = data6[key2];
if(Array.isArray(data7)){
const len1 = data7.length;
for(let i1=0; i1<len1; i1++){
let data8 = data7[i1];
if(!(data8 && typeof data8 == "object" && !Array.isArray(data8))){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/records/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1,schemaPath:"#/properties/deals/items/properties/records/additionalProperties/items/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.deals.items.properties.records.additionalProperties.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/records/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/deals/items/properties/records/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema36.properties.deals.items.properties.records.additionalProperties});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/records",schemaPath:"#/properties/deals/items/properties/records/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.deals.items.properties.records});
errors++;
}
}
if(data3.commands !== undefined){
let data9 = data3.commands;
if(Array.isArray(data9)){
const len2 = data9.length;
for(let i2=0; i2<len2; i2++){
let data10 = data9[i2];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.id === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/commands/" + i2,schemaPath:"#/properties/deals/items/properties/commands/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema36.properties.deals.items.properties.commands.items});
errors++;
}
if(data10.path === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/commands/" + i2,schemaPath:"#/properties/deals/items/properties/commands/items/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",parentSchema:schema36.properties.deals.items.properties.commands.items});
errors++;
}
if(data10.data === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/commands/" + i2,schemaPath:"#/properties/deals/items/properties/commands/items/required",keyword:"required",params:{missingProperty: "data"},message:"must have required property '"+"data"+"'",parentSchema:schema36.properties.deals.items.properties.commands.items});
errors++;
}
for(const key3 in data10){
if(!(((key3 === "id") || (key3 === "path")) || (key3 === "data"))){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/commands/" + i2,schemaPath:"#/properties/deals/items/properties/commands/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",parentSchema:schema36.properties.deals.items.properties.commands.items});
errors++;
}
}
if(data10.id !== undefined){
let data11 = data10.id;
if(typeof data11 === "string"){
if(!pattern5.test(data11)){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/commands/" + i2+"/id",schemaPath:"#/properties/deals/items/properties/commands/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]+$"},message:"must match pattern \""+"^[^\\ud800-\\udfff]+$"+"\"",parentSchema:schema36.properties.deals.items.properties.commands.items.properties.id});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/commands/" + i2+"/id",schemaPath:"#/properties/deals/items/properties/commands/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema36.properties.deals.items.properties.commands.items.properties.id});
errors++;
}
}
if(data10.path !== undefined){
let data12 = data10.path;
if(typeof data12 === "string"){
if(!pattern11.test(data12)){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/commands/" + i2+"/path",schemaPath:"#/properties/deals/items/properties/commands/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^/[!-~]*$"},message:"must match pattern \""+"^/[!-~]*$"+"\"",parentSchema:schema36.properties.deals.items.properties.commands.items.properties.path});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/commands/" + i2+"/path",schemaPath:"#/properties/deals/items/properties/commands/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema36.properties.deals.items.properties.commands.items.properties.path});
errors++;
}
}
if(data10.data !== undefined){
let data13 = data10.data;
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/commands/" + i2+"/data",schemaPath:"#/properties/deals/items/properties/commands/items/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.deals.items.properties.commands.items.properties.data});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/commands/" + i2,schemaPath:"#/properties/deals/items/properties/commands/items/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.deals.items.properties.commands.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0+"/commands",schemaPath:"#/properties/deals/items/properties/commands/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema36.properties.deals.items.properties.commands});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals/" + i0,schemaPath:"#/properties/deals/items/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.deals.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/deals",schemaPath:"#/properties/deals/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema36.properties.deals});
errors++;
}
}
if(data.users !== undefined){
let data14 = data.users;
if(Array.isArray(data14)){
const len3 = data14.length;
for(let i3=0; i3<len3; i3++){
let data15 = data14[i3];
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.id === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i3,schemaPath:"#/properties/users/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema36.properties.users.items});
errors++;
}
if(data15.data === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i3,schemaPath:"#/properties/users/items/required",keyword:"required",params:{missingProperty: "data"},message:"must have required property '"+"data"+"'",parentSchema:schema36.properties.users.items});
errors++;
}
for(const key4 in data15){
if(!((((key4 === "id") || (key4 === "data")) || (key4 === "sshKeys")) || (key4 === "addresses"))){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i3,schemaPath:"#/properties/users/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",parentSchema:schema36.properties.users.items});
errors++;
}
}
if(data15.id !== undefined){
let data16 = data15.id;
if(typeof data16 === "string"){
if(!pattern5.test(data16)){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i3+"/id",schemaPath:"#/properties/users/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]+$"},message:"must match pattern \""+"^[^\\ud800-\\udfff]+$"+"\"",parentSchema:schema36.properties.users.items.properties.id});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i3+"/id",schemaPath:"#/properties/users/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema36.properties.users.items.properties.id});
errors++;
}
}
if(data15.data !== undefined){
let data17 = data15.data;
if(!(data17 && typeof data17 == "object" && !Array.isArray(data17))){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i3+"/data",schemaPath:"#/properties/users/items/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.users.items.properties.data});
errors++;
}
}
if(data15.sshKeys !== undefined){
let data18 = data15.sshKeys;
if(Array.isArray(data18)){
const len4 = data18.length;
for(let i4=0; i4<len4; i4++){
let data19 = data18[i4];
if(!(data19 && typeof data19 == "object" && !Array.isArray(data19))){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i3+"/sshKeys/" + i4,schemaPath:"#/properties/users/items/properties/sshKeys/items/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.users.items.properties.sshKeys.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i3+"/sshKeys",schemaPath:"#/properties/users/items/properties/sshKeys/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema36.properties.users.items.properties.sshKeys});
errors++;
}
}
if(data15.addresses !== undefined){
let data20 = data15.addresses;
if(Array.isArray(data20)){
const len5 = data20.length;
for(let i5=0; i5<len5; i5++){
let data21 = data20[i5];
if(!(data21 && typeof data21 == "object" && !Array.isArray(data21))){
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i3+"/addresses/" + i5,schemaPath:"#/properties/users/items/properties/addresses/items/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.users.items.properties.addresses.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i3+"/addresses",schemaPath:"#/properties/users/items/properties/addresses/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema36.properties.users.items.properties.addresses});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/users/" + i3,schemaPath:"#/properties/users/items/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.users.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/users",schemaPath:"#/properties/users/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema36.properties.users});
errors++;
}
}
if(data.commands !== undefined){
let data22 = data.commands;
if(Array.isArray(data22)){
const len6 = data22.length;
for(let i6=0; i6<len6; i6++){
let data23 = data22[i6];
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(data23.id === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/commands/" + i6,schemaPath:"#/properties/commands/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",parentSchema:schema36.properties.commands.items});
errors++;
}
if(data23.path === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/commands/" + i6,schemaPath:"#/properties/commands/items/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",parentSchema:schema36.properties.commands.items});
errors++;
}
if(data23.data === undefined){
vErrors = note(vErrors, {instancePath:instancePath+"/commands/" + i6,schemaPath:"#/properties/commands/items/required",keyword:"required",params:{missingProperty: "data"},message:"must have required property '"+"data"+"'",parentSchema:schema36.properties.commands.items});
errors++;
}
for(const key5 in data23){
if(!(((key5 === "id") || (key5 === "path")) || (key5 === "data"))){
vErrors = note(vErrors, {instancePath:instancePath+"/commands/" + i6,schemaPath:"#/properties/commands/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",parentSchema:schema36.properties.commands.items});
errors++;
}
}
if(data23.id !== undefined){
let data24 = data23.id;
if(typeof data24 === "string"){
if(!pattern5.test(data24)){
vErrors = note(vErrors, {instancePath:instancePath+"/commands/" + i6+"/id",schemaPath:"#/properties/commands/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]+$"},message:"must match pattern \""+"^[^\\ud800-\\udfff]+$"+"\"",parentSchema:schema36.properties.commands.items.properties.id});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/commands/" + i6+"/id",schemaPath:"#/properties/commands/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema36.properties.commands.items.properties.id});
errors++;
}
}
if(data23.path !== undefined){
let data25 = data23.path;
if(typeof data25 === "string"){
if(!pattern11.test(data25)){
vErrors = note(vErrors, {instancePath:instancePath+"/commands/" + i6+"/path",schemaPath:"#/properties/commands/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^/[!-~]*$"},message:"must match pattern \""+"^/[!-~]*$"+"\"",parentSchema:schema36.properties.commands.items.properties.path});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/commands/" + i6+"/path",schemaPath:"#/properties/commands/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema36.properties.commands.items.properties.path});
errors++;
}
}
if(data23.data !== undefined){
let data26 = data23.data;
if(!(data26 && typeof data26 == "object" && !Array.isArray(data26))){
vErrors = note(vErrors, {instancePath:instancePath+"/commands/" + i6+"/data",schemaPath:"#/properties/commands/items/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.commands.items.properties.data});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/commands/" + i6,schemaPath:"#/properties/commands/items/type",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema36.properties.commands.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/commands",schemaPath:"#/properties/commands/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema36.properties.commands});
errors++;
}
}
if(data.gone !== undefined){
let data27 = data.gone;
if(Array.isArray(data27)){
const len7 = data27.length;
for(let i7=0; i7<len7; i7++){
let data28 = data27[i7];
if(typeof data28 === "string"){
if(!pattern5.test(data28)){
vErrors = note(vErrors, {instancePath:instancePath+"/gone/" + i7,schemaPath:"#/properties/gone/items/pattern",keyword:"pattern",params:{pattern: "^[^\\ud800-\\udfff]+$"},message:"must match pattern \""+"^[^\\ud800-\\udfff]+$"+"\"",parentSchema:schema36.properties.gone.items});
errors++;
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/gone/" + i7,schemaPath:"#/properties/gone/items/type",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema36.properties.gone.items});
errors++;
}
}
}
else {
vErrors = note(vErrors, {instancePath:instancePath+"/gone",schemaPath:"#/properties/gone/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema36.properties.gone});
errors++;
}
}
if(data.lastNumber !== undefined){
let data29 = data.lastNumber;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
vErrors = note(vErrors, {instancePath:instancePath+"/lastNumber",schemaPath:"#/properties/lastNumber/type",keyword:"type",params:{type: "integer"},message:"must be integer",parentSchema:schema36.properties.lastNumber});
errors++;
}
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 999999999999999 || isNaN(data29)){
vErrors = note(vErrors, {instancePath:instancePath+"/lastNumber",schemaPath:"#/properties/lastNumber/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999999},message:"must be <= 999999999999999",parentSchema:schema36.properties.lastNumber});
errors++;
}
if(data29 < 0 || isNaN(data29)){
vErrors = note(vErrors, {instancePath:instancePath+"/lastNumber",schemaPath:"#/properties/lastNumber/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",parentSchema:schema36.properties.lastNumber});
errors++;
}
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

/** A body of the control API, or a file of the mock. */
export type BodyName = 'wish' | 'switches' | 'clock' | 'active' | 'seed' | 'state';

/** The checks, by the name of what they check. */
export const CHECKS: Readonly<Record<BodyName, ValidateFunction>> = {
  wish: validate20,
  switches: validate21,
  clock: validate22,
  active: validate23,
  seed: validate24,
  state: validate25,
};
